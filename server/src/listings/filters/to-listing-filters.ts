import type { TenantContext } from "../../platform/context.ts";
import { prepareRegion } from "../polygon/polygon-region.ts";
import type { ListingFilters } from "../search-index/listing-query.ts";
import type { UsesListings } from "../services.ts";
import { type FilterReading, readConditions } from "./conditions.ts";
import type { GivenFilters } from "./filter-fields.ts";
import { atMoment, momentOf } from "./moment.ts";

/**
 * The filters as the listing index knows them, for the listings of the tenant's sources. Filters that differ in letter case, or in the
 * order of a list and its repeated values, become equal.
 *
 * @throws AppError 422 with every rule that is broken.
 */
export async function toListingFilters(
  ctx: TenantContext<UsesListings>,
  given: GivenFilters,
  reading: FilterReading,
): Promise<ListingFilters> {
  const { conditions, words } = readConditions(ctx, given, reading);
  if (conditions.polygon) await prepareRegion(conditions.polygon);
  const filters = atMoment(conditions, momentOf(ctx.clock.now()));
  if (ctx.tenant.sourceIds) filters.sourceIds = ctx.tenant.sourceIds;
  if (words) filters.keywords = await ctx.listings.keywords.find(words, ctx.db);
  return filters;
}
