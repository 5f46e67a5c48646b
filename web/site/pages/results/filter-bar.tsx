import { HiddenParameters } from "../../components/hidden-parameters.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { Icon } from "../../icons/icon.tsx";
import { filterNames, searchQuery } from "../../searches/search.ts";
import type { SiteData } from "../../site-data.ts";
import { resultTexts } from "../../texts/results.ts";
import { Bounds } from "./bounds.tsx";
import { Checkboxes, Radios } from "./choices.tsx";
import { allChoices, leastChoices } from "./facet-choices.ts";
import type { FoundHomes } from "./find-homes.ts";
import { Menu } from "./menu.tsx";
import { MORE_FIELDS, MoreMenu } from "./more-menu.tsx";

const FIELDS = new Set(["min_price", "max_price", "min_beds", "min_baths", "property_type", ...MORE_FIELDS]);

/** One form of plain words and filters, which works without script; and the link that saves the search. */
export function FilterBar({ found, site }: { found: FoundHomes; site: SiteData }) {
  const { search } = found;
  // A search that is kept must look for something.
  const isSearch = search.words !== "" || filterNames(search).length > 0;
  const isUsed = (...names: string[]) => names.some((name) => search.filters.has(name));
  return (
    <search class="filter-bar">
      <form id="filters" action="/homes" aria-label={resultTexts.filters}>
        <HiddenParameters search={search} except={FIELDS} />
        {site.feature_semantic_search && <SearchBox value={search.words} />}
        <div class="menus">
          <Menu title={resultTexts.price} isUsed={isUsed("min_price", "max_price")}>
            <Bounds search={search} property="price" />
          </Menu>
          <Menu title={resultTexts.beds} isUsed={isUsed("min_beds", "min_baths")}>
            <Radios
              search={search}
              name="min_beds"
              label={resultTexts.beds}
              choices={leastChoices(found, "beds")}
            />
            <Radios
              search={search}
              name="min_baths"
              label={resultTexts.baths}
              choices={leastChoices(found, "baths")}
            />
          </Menu>
          <Menu title={resultTexts.type} isUsed={isUsed("property_type")}>
            <Checkboxes
              search={search}
              name="property_type"
              label={resultTexts.type}
              choices={allChoices(found, "property_type")}
            />
          </Menu>
          <MoreMenu found={found} />
          {site.feature_favorites && isSearch && (
            <a
              class="button small save-search"
              href={`/searches/new?${searchQuery({ ...search, page: 1 })}`}
              rel="nofollow"
            >
              <Icon name="bookmark-simple" /> {resultTexts.save}
            </a>
          )}
        </div>
      </form>
    </search>
  );
}
