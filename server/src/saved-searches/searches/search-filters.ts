import { type ListingFilters, momentOf, prepareRegion, type UsesListings } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { conditionsOfSearch, filtersAt } from "./criteria.ts";
import type { SavedSearchRow } from "./saved-search-row.ts";

/** The filters of a saved search now, for the listings of the tenant's sources. */
export async function searchFilters(
  ctx: TenantContext<UsesListings>,
  { filters: given, criteria }: Pick<SavedSearchRow, "filters" | "criteria">,
): Promise<ListingFilters> {
  const conditions = conditionsOfSearch(given, criteria);
  const { polygon } = conditions.filters;
  if (polygon) await prepareRegion(polygon);
  const filters = filtersAt(conditions, momentOf(ctx.clock.now()), ctx.tenant.sourceIds);
  const { keywords } = conditions;
  return keywords ? { ...filters, keywords: await ctx.listings.keywords.find(keywords, ctx.db) } : filters;
}
