import type { components } from "../../../../client/src/api.generated.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorSummary } from "../../components/error-summary.tsx";
import { PersonNav } from "../../components/person-nav.tsx";
import { SignInForm } from "../../components/sign-in-form.tsx";
import { dataOf } from "../../frame/api.ts";
import { definePage } from "../../frame/page.ts";
import { type Client, signedInClient } from "../../person/client.ts";
import { newSearchOf } from "../../searches/new-search.ts";
import type { Search } from "../../searches/search.ts";
import { searchesTexts as texts } from "../../texts/searches.ts";
import { postSearch } from "./post-search.ts";
import { SaveSearch } from "./save-search.tsx";
import { SearchCard } from "./search-card.tsx";

type SearchesData = {
  client: Client | null;
  searches: components["schemas"]["SavedSearch"][];
  /** Of a form that was refused. */
  refused: Search | null;
};

/** The API's most searches of a client. */
const MOST = 50;

/** `/searches`: the searches of who is signed in. `POST /searches` saves one, with the names of `/homes` for what it looks for. */
export const searchesPage = definePage<SearchesData>({
  path: "/searches",
  audience: "person",
  async load(visit) {
    const { api, form } = visit;
    const client = await signedInClient(visit);
    const searches = client
      ? dataOf(await api.GET("/api/v1/searches", { params: { query: { page_size: MOST } } })).items
      : [];
    const refused = form && newSearchOf(visit, (name) => form.fields.all(name));
    return {
      head: { title: texts.title, description: texts.description, noindex: true },
      data: { client, searches, refused },
    };
  },
  post: postSearch,
  View({ data: { client, searches, refused }, visit }) {
    return (
      <div class="wide section">
        <PersonNav />
        <h1>{refused ? texts.newTitle : texts.title}</h1>
        <ErrorSummary form={visit.form} />
        {refused ? (
          <SaveSearch search={refused} client={client} visit={visit} />
        ) : client ? (
          <SearchList searches={searches} />
        ) : (
          <section class="person-offer" aria-labelledby="sign-in-title">
            <h2 id="sign-in-title">{texts.signInTitle}</h2>
            <p class="quiet">{texts.signInText}</p>
            <SignInForm form={null} />
          </section>
        )}
      </div>
    );
  },
});

function SearchList({ searches }: Pick<SearchesData, "searches">) {
  if (searches.length === 0) {
    return (
      <EmptyState icon="bookmark-simple" title={texts.empty}>
        <p>{texts.emptyText}</p>
        <a class="button" href="/homes">
          {texts.seeHomes}
        </a>
      </EmptyState>
    );
  }
  return (
    <ul class="search-list">
      {searches.map((search) => (
        <li key={search.id}>
          <SearchCard search={search} />
        </li>
      ))}
    </ul>
  );
}
