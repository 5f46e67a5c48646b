import type { UsesListings } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { SearchPlan } from "./plan-search.ts";
import type { FoundListing } from "./score.ts";

/** The part of its similarity that a commercial property keeps in a query for what a home is wanted for. */
const KEPT = 0.6;
/** Nothing is lowered below it: it would rank behind weak results. */
const LEAST = 0.06;

/**
 * Lowers commercial properties in queries for what a home is wanted for: "place to repair cars" is a workshop rather than a warehouse.
 * Without effect where the query or the request names a property type.
 */
export function homesFirst(
  ctx: TenantContext<UsesListings>,
  found: FoundListing[],
  { wishes, named, filters: { sourceIds } }: SearchPlan,
): FoundListing[] {
  if (wishes.length === 0 || named.property_type !== undefined || named.property_subtype !== undefined)
    return found;
  const commercial = ctx.listings.index.matchingSet({
    ...(sourceIds && { sourceIds }),
    propertyType: ["Commercial"],
  });
  if (!found.some(({ id }) => commercial.has(id))) return found;
  return found
    .map((each) => {
      if (!commercial.has(each.id)) return each;
      const lowered = Math.round(each.similarity * KEPT * 10_000) / 10_000;
      return { ...each, similarity: Math.min(each.similarity, Math.max(LEAST, lowered)) };
    })
    .sort((a, b) => b.similarity - a.similarity);
}
