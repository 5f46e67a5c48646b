import {
  findNearMisses,
  type GivenFilters,
  type ListingFilters,
  toListingFilters,
  type UsesListings,
} from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { UsesSearch } from "../services.ts";
import type { SearchPlan } from "./plan-search.ts";

type NearMiss = ReturnType<typeof findNearMisses>[number];

/**
 * The single changes of a search's filters with which it would find something, most first (search.md, D38). None when its filters leave
 * listings over, because then they are not the reason that nothing is found.
 */
export async function nearMissesOf(
  ctx: TenantContext<UsesListings & UsesSearch>,
  { isRanked, named, filters, ...plan }: SearchPlan,
): Promise<NearMiss[]> {
  const { index } = ctx.listings;
  const searched = isRanked ? plan.readable(filters) : filters;
  if (plan.matchingOf(searched).size > 0) return [];
  const misses = findNearMisses(index.counted, named, searched, 0);
  if (plan.refused.length === 0) return misses;
  const counted: NearMiss[] = [];
  for (const miss of misses) {
    const total = await orNone(async () => {
      const changed = await changedFilters(ctx, { named, searched }, miss);
      return plan.matchingOf(changed).size;
    });
    if (total > 0) counted.push({ ...miss, total });
  }
  return counted.sort((one, other) => other.total - one.total);
}

/** The filters of a search after one change. @throws AppError 422 for filters that are not accepted. */
async function changedFilters(
  ctx: TenantContext<UsesListings>,
  { named, searched: { sourceIds, not } }: { named: GivenFilters; searched: ListingFilters },
  { parameter, to }: NearMiss,
): Promise<ListingFilters> {
  const change = parameter === "box" ? (to as GivenFilters) : { [parameter]: to ?? undefined };
  const changed = { state: "any", ...named, ...change };
  const own = await toListingFilters(ctx, changed, { place: (name) => ["body", "filters", name] });
  return { ...own, ...(sourceIds && { sourceIds }), ...(not && { not }) };
}

/** The total of changed filters; 0 where they are refused: a wider polygon may cross itself by what is rounded, or cost too much. */
async function orNone(count: () => Promise<number>): Promise<number> {
  try {
    return await count();
  } catch (error) {
    if (error instanceof AppError) return 0;
    throw error;
  }
}
