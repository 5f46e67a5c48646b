import type { components } from "../../../client/src/api.generated.ts";
import { searchParameter } from "../../shared/search-parameters.ts";
import { type Filters, filterNames, type Search, valuesOf } from "./search.ts";

export type ListingFilters = components["schemas"]["ListingFilters"];

/** The filters of a search in the API's JSON. What is no number or boolean stays text, which the API refuses by name. */
export function filtersJson(search: Pick<Search, "filters">): ListingFilters {
  const pairs = filterNames(search).map((name) => {
    const values = valuesOf(search, name);
    return [name, jsonValue(name, values) ?? values[0]] as const;
  });
  return Object.fromEntries(pairs) as ListingFilters;
}

/** The search without what is no value of its parameter. */
export function readableOnly(search: Search): Search {
  const readable = [...search.filters].filter(([name, values]) => jsonValue(name, values) !== null);
  return { ...search, filters: new Map(readable) };
}

/** Null for what cannot be read. */
function jsonValue(
  name: string,
  values: readonly string[],
): readonly string[] | string | number | boolean | null {
  const [text = ""] = values;
  switch (searchParameter(name)?.kind) {
    case "list":
      return values;
    case "number":
      return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : null;
    case "boolean":
      return text === "true" || text === "false" ? text === "true" : null;
    default:
      return text;
  }
}

type SavedSearch = { filters: Readonly<Record<string, unknown>>; query: string | null };

/** A search that the API has kept, as the page of results states it. */
export function searchOfSaved({ filters, query }: SavedSearch): Search {
  const stated = Object.entries(filters).filter(
    // The API writes its default down, and every state is that of the page (W7).
    ([name, value]) =>
      !(name === "include_unknown" && value === false) && !(name === "state" && value === "any"),
  );
  const values: Filters = new Map(
    stated.map(([name, value]) => [
      name,
      [value].flat().map((each) => (typeof each === "object" ? JSON.stringify(each) : String(each))),
    ]),
  );
  return { words: query ?? "", filters: values, page: 1 };
}
