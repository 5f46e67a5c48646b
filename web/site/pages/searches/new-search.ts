import { filtersOf, type ListingFilters } from "../../searches/given-filters.ts";

/** A search that is about to be saved: its filters, and its words. */
export type NewSearch = { filters: ListingFilters; query: string | null };

/**
 * The search of an address of `/homes`, or of a form with the same names: the filters of the API, and `q`. Homes of every state are shown
 * there (W7), and so is what is saved.
 */
export function newSearchOf(valuesOf: (name: string) => readonly string[]): NewSearch | null {
  const { state, ...filters } = filtersOf(valuesOf);
  const query = valuesOf("q")[0]?.trim() || null;
  if (Object.keys(filters).length === 0 && state === undefined && query === null) return null;
  // A query can name a state itself.
  if (query !== null && state === undefined) return { filters, query };
  return { filters: { ...filters, state: state ?? "any" }, query };
}

export type ValuesOf = Parameters<typeof newSearchOf>[0];
