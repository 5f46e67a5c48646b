import { dataOf } from "../../frame/api.ts";
import { notFound } from "../../frame/ended.ts";
import { definePage } from "../../frame/page.ts";
import { readSearch, resultParameters } from "../../searches/search.ts";
import { resultTexts } from "../../texts/results.ts";
import { Chips } from "./chips.tsx";
import { chipsOf } from "./chips-of.ts";
import { FacetLinks } from "./facet-links.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type FoundHomes, findHomes } from "./find-homes.ts";
import { MapColumn, statesOf } from "./map-column.tsx";
import { NearMisses } from "./near-misses.tsx";
import { NotApplied } from "./not-applied.tsx";
import { resultsHead } from "./results-head.ts";
import { ResultsList } from "./results-list.tsx";
import { Sorting } from "./sorting.tsx";

/** `/homes`: the homes of a search, stated by the parameters of the API's list and by plain words (W7). */
export const resultsPage = definePage<{ found: FoundHomes; states: string[] }>({
  path: "/homes",
  parameters: resultParameters,
  audience: "everyone",
  async load(visit) {
    const { api, site, url } = visit;
    const stated = readSearch((name) => url.searchParams.getAll(name), site);
    const [found, { towns }] = await Promise.all([
      findHomes(api, stated),
      api.GET("/api/public/towns").then(dataOf),
    ]);
    if (found === null) return notFound();
    return { head: resultsHead(visit, stated, found, towns), data: { found, states: statesOf(towns) } };
  },
  View({ data: { found, states }, visit: { site } }) {
    return (
      <div class="results-page" data-island="results">
        <FilterBar found={found} site={site} />
        <div class="results-columns">
          <div id="results-column">
            <Chips chips={chipsOf(found)} />
            <div class="results-head">
              <h1 id="results-title">{resultTexts.homes(found.total)}</h1>
              <Sorting search={found.search} isRanked={found.isRanked} />
            </div>
            <NotApplied found={found} />
            <ResultsList found={found} />
            <NearMisses found={found} />
            <FacetLinks found={found} />
          </div>
          {site.feature_map_search && <MapColumn states={states} />}
        </div>
        <p class="results-status visually-hidden" role="status" data-status />
        <div class="results-notice" role="alert" data-notice hidden />
      </div>
    );
  },
});
