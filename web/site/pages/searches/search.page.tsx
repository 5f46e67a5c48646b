import type { components } from "../../../../client/src/api.generated.ts";
import { ErrorSummary } from "../../components/error-summary.tsx";
import { Field } from "../../components/field.tsx";
import { PersonNav } from "../../components/person-nav.tsx";
import { SelectField } from "../../components/select-field.tsx";
import { dataOrNull } from "../../frame/api.ts";
import { notFound, redirect } from "../../frame/ended.ts";
import { definePage } from "../../frame/page.ts";
import { signedInClient } from "../../person/client.ts";
import { searchOfSaved } from "../../searches/filters-json.ts";
import { searchTitle, searchWords } from "../../searches/search-words.ts";
import { searchesTexts as texts } from "../../texts/searches.ts";
import { changeSearch } from "./change-search.ts";
import { frequencyOptions } from "./frequency-options.ts";

/** `/searches/{id}`: changes a search, or deletes it. */
export const searchPage = definePage<{ search: components["schemas"]["SavedSearch"] }>({
  path: "/searches/:id(^\\d{1,9}$)",
  audience: "person",
  async load(visit) {
    if (!(await signedInClient(visit))) return redirect("/searches", 303);
    const id = Number(visit.params.id);
    const search = dataOrNull(await visit.api.GET("/api/v1/searches/{id}", { params: { path: { id } } }));
    if (!search) return notFound();
    return { head: { title: texts.changeTitle, noindex: true }, data: { search } };
  },
  post: changeSearch,
  View({ data: { search: saved }, visit: { form } }) {
    const search = searchOfSaved(saved);
    return (
      <div class="wide section">
        <PersonNav />
        <h1>
          <bdi>{searchTitle(saved.name, search)}</bdi>
        </h1>
        <ErrorSummary form={form} />
        <ul class="search-words">
          {searchWords(search).map((words) => (
            <li key={words}>
              <bdi>{words}</bdi>
            </li>
          ))}
        </ul>
        <form method="post" class="form">
          <Field
            name="name"
            label={texts.labels.name}
            hint={texts.nameHint}
            form={form}
            value={saved.name ?? ""}
            maxLength={120}
          />
          <SelectField
            name="frequency"
            label={texts.labels.frequency}
            form={form}
            options={frequencyOptions}
            value={saved.frequency}
            required
          />
          <p class="actions form-submit">
            <button class="button" type="submit" name="action" value="save">
              {texts.saveChange}
            </button>
            <a class="button quiet" href="/searches">
              {texts.back}
            </a>
          </p>
        </form>
        <form method="post" class="danger" aria-labelledby="delete-title">
          <h2 id="delete-title">{texts.deleteTitle}</h2>
          <p>{texts.deleteText}</p>
          <button class="button quiet" type="submit" name="action" value="delete">
            {texts.deleteButton}
          </button>
        </form>
      </div>
    );
  },
});
