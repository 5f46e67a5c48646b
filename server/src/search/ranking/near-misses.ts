import { findNearMisses, type UsesListings } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { UsesSearch } from "../services.ts";
import type { SearchPlan } from "./plan-search.ts";

/**
 * The single changes of a search's filters with which it would find something, most first (search.md, D38). None when its filters leave
 * listings over, because then they are not the reason that nothing is found.
 */
export function nearMissesOf(
  ctx: TenantContext<UsesListings & UsesSearch>,
  { isRanked, named, filters, refused, ...plan }: SearchPlan,
): ReturnType<typeof findNearMisses> {
  const { features } = ctx.search.vectors;
  const searched = isRanked ? plan.readable(filters) : filters;
  if (plan.matchingOf(searched).size > 0) return [];
  const find = (lifts: boolean) =>
    findNearMisses(ctx.listings.index.counted, named, searched, {
      total: 0,
      lifts,
      ...(refused.length > 0 && { accepts: (id) => !features.hasAny(id, refused) }),
    });
  const misses = find(false);
  return misses.length > 0 ? misses : find(true);
}
