import type { Visit } from "../frame/visit.ts";
import { filtersJson, type ListingFilters, readableOnly } from "./filters-json.ts";
import { filterNames, readSearch, type Search, type ValuesOf } from "./search.ts";

/** The search of an address of `/homes`, or of a form with the same names; null when it looks for nothing. */
export function newSearchOf({ site }: Visit, valuesOf: ValuesOf): Search | null {
  const search = readableOnly({ ...readSearch(valuesOf, site), page: 1 });
  return search.words === "" && filterNames(search).length === 0 ? null : search;
}

/** What the API keeps of it. */
export function savedBody(search: Search): { filters: ListingFilters; query?: string } {
  const filters = filtersJson(search);
  // A query can name a state itself.
  if (search.words) return { filters, query: search.words };
  // The page shows homes of every state unless one is chosen (W7), and so is what is saved.
  return { filters: { state: "any", ...filters } };
}
