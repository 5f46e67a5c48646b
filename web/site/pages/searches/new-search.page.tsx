import { notFound } from "../../frame/ended.ts";
import { definePage } from "../../frame/page.ts";
import { type Client, signedInClient } from "../../person/client.ts";
import { newSearchOf } from "../../searches/new-search.ts";
import type { Search } from "../../searches/search.ts";
import { searchesTexts as texts } from "../../texts/searches.ts";
import { SaveSearch } from "./save-search.tsx";

/** `/searches/new?city=Boise&min_beds=3&q=…`: saves the search of that address of `/homes`. */
export const newSearchPage = definePage<{ search: Search; client: Client | null }>({
  path: "/searches/new",
  audience: "person",
  async load(visit) {
    const search = newSearchOf(visit, (name) => visit.url.searchParams.getAll(name));
    if (!search) return notFound();
    const client = await signedInClient(visit);
    return {
      head: { title: texts.newTitle, description: texts.newText, noindex: true },
      data: { search, client },
    };
  },
  View({ data: { search, client }, visit }) {
    return (
      <div class="prose">
        <h1>{texts.newTitle}</h1>
        <p class="quiet reach-lead">{texts.newText}</p>
        <SaveSearch search={search} client={client} visit={visit} />
      </div>
    );
  },
});
