import { AREAS, BOX, RADIUS } from "../../shared/search-area.ts";
import { filterText } from "../texts/filters.ts";
import { searchesTexts } from "../texts/searches.ts";
import { filterNames, type Search, valuesOf, withoutParameters, withoutValue } from "./search.ts";

/** One filter of a search, in words. */
export type SearchPart = { name: string; text: string /** The search without it. */; rest: Search };

/** A part for each value of each filter; an area is one. */
export function searchParts(search: Search): SearchPart[] {
  const part = (name: string, value: string, names: readonly string[]) => ({
    name,
    text: filterText(name, value),
    rest: withoutParameters(search, names),
  });
  const parts = filterNames(search)
    .filter((name) => !AREAS.includes(name))
    .flatMap((name) => {
      const values = valuesOf(search, name);
      // Ids say nothing to people.
      if (name === "listing_ids") return [part(name, String(values.length), [name])];
      return values.map((value) => ({ ...part(name, value, []), rest: withoutValue(search, name, value) }));
    });
  const areas = [
    { name: "box", of: BOX },
    { name: "radius_miles", of: RADIUS },
    { name: "polygon", of: ["polygon"] },
  ].filter(({ of }) => of.some((name) => search.filters.has(name)));
  return [...parts, ...areas.map(({ name, of }) => part(name, valuesOf(search, name)[0] ?? "", of))];
}

/** What a search looks for, a phrase for each filter, as its chips say it. */
export function searchWords(search: Search): string[] {
  const words = search.words ? [filterText("q", search.words)] : [];
  const all = [...words, ...searchParts(search).map(({ text }) => text)];
  return all.length > 0 ? all : [searchesTexts.noFilters];
}

const MOST_IN_TITLE = 4;

/** What a saved search is called: by its name, else by what it looks for. */
export function searchTitle(name: string | null, search: Search): string {
  return name || searchWords(search).slice(0, MOST_IN_TITLE).join(" · ");
}
