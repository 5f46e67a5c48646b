import type { ListingFilters } from "./listing-query.ts";

/** The filters of these names; what they are read with, such as `includeUnknown`, only where it is named. */
export function onlyFilters(
  filters: ListingFilters,
  names: readonly (keyof ListingFilters)[],
): ListingFilters {
  return filtered(filters, (name) => names.includes(name));
}

/** The filters but for those of these names. */
export function filtersWithout(
  filters: ListingFilters,
  names: readonly (keyof ListingFilters)[],
): ListingFilters {
  return filtered(filters, (name) => !names.includes(name));
}

function filtered(filters: ListingFilters, isKept: (name: keyof ListingFilters) => boolean): ListingFilters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => isKept(name as keyof ListingFilters)));
}
