import { townPath } from "../../../shared/listing.ts";
import type { Head } from "../../frame/head.ts";
import type { Visit } from "../../frame/visit.ts";
import { type Search, searchPath, searchQuery, valuesOf } from "../../searches/search.ts";
import type { Town } from "../../site-data.ts";
import { resultTexts } from "../../texts/results.ts";
import { chipsOf } from "./chips-of.ts";
import type { FoundHomes } from "./find-homes.ts";

/** Chips in a title: more do not fit a tab. */
const MOST_IN_TITLE = 4;

/** Canonical is `/homes`, or the town when `city` stands alone; filtered lists and later pages are not for search engines (W7). */
export function resultsHead(visit: Visit, stated: Search, found: FoundHomes, towns: readonly Town[]): Head {
  const { search, pages } = found;
  const at = (page: number) => searchPath({ ...search, page });
  return {
    title: titleOf(found),
    description: resultTexts.description(visit.site.name, visit.site.feature_map_search),
    canonical: canonicalPath(towns, stated),
    noindex: searchQuery(stated) !== "",
    ...trackedSearch(search),
    ...(search.page > 1 && { previous: at(search.page - 1) }),
    ...(search.page < pages && { next: at(search.page + 1) }),
  };
}

function trackedSearch({ words, filters }: Search): Pick<Head, "tracked"> {
  if (!words && filters.size === 0) return {};
  const values = Object.fromEntries([...filters].map(([name, all]) => [name, all.join(",")]));
  return { tracked: { ...(words && { search: words }), filters: values } };
}

function titleOf(found: FoundHomes): string {
  if (found.search.words) return resultTexts.titleOf(found.search.words);
  const chips = chipsOf(found).map(({ text }) => text);
  if (chips.length === 0) return resultTexts.title;
  return resultTexts.titleOf(chips.slice(0, MOST_IN_TITLE).join(", "));
}

function canonicalPath(towns: readonly Town[], stated: Search): string {
  const cities = valuesOf(stated, "city");
  const [city = ""] = cities;
  if (cities.length !== 1 || stated.filters.size > 1 || stated.words || stated.page > 1) return "/homes";
  const named = towns.filter((town) => town.city.toLowerCase() === city.toLowerCase());
  // A name that several states have is of none of them.
  const [town, other] = named;
  return town?.state && !other ? townPath(town.state, town.city) : "/homes";
}
