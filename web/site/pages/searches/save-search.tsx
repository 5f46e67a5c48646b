import { Field, fieldId } from "../../components/field.tsx";
import { HiddenParameters } from "../../components/hidden-parameters.tsx";
import { SelectField } from "../../components/select-field.tsx";
import type { Visit } from "../../frame/visit.ts";
import type { Client } from "../../person/client.ts";
import type { Search } from "../../searches/search.ts";
import { searchWords } from "../../searches/search-words.ts";
import { searchesTexts as texts } from "../../texts/searches.ts";
import { frequencyOptions } from "./frequency-options.ts";

/** What is about to be saved, under which name, and how often mails about it come. A visitor enters an email. */
export function SaveSearch({
  search,
  client,
  visit: { form },
}: {
  search: Search;
  client: Client | null;
  visit: Visit;
}) {
  return (
    <form method="post" action="/searches" class="form">
      <ul class="search-words" id={fieldId("filters")} tabIndex={-1}>
        {searchWords(search).map((words) => (
          <li key={words}>
            <bdi>{words}</bdi>
          </li>
        ))}
      </ul>
      {search.words && <input type="hidden" name="q" value={search.words} />}
      <HiddenParameters search={search} />
      {!client && (
        <Field
          name="email"
          label={texts.labels.email}
          hint={texts.newConfirm}
          form={form}
          type="email"
          required
          autocomplete="email"
          maxLength={255}
        />
      )}
      <SelectField
        name="frequency"
        label={texts.labels.frequency}
        form={form}
        options={frequencyOptions.filter(({ value }) => value !== "off")}
        value="daily"
        required
      />
      <Field name="name" label={texts.labels.name} hint={texts.nameHint} form={form} maxLength={120} />
      <button class="button form-submit" type="submit">
        {texts.save}
      </button>
    </form>
  );
}
