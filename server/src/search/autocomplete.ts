import type { Suggestion, UsesListings } from "../listings/index.ts";
import type { TenantContext } from "../platform/context.ts";
import type { AutocompleteQuery } from "./search.schemas.ts";

/**
 * Suggestions for the beginning of a query (SPEC: Search): places and property types with the
 * number of the tenant's Active listings, then addresses and listing ids. From memory, without a query.
 */
export async function autocomplete(
  ctx: TenantContext<UsesListings>,
  { q, limit }: AutocompleteQuery,
): Promise<{ suggestions: Suggestion[] }> {
  const { sourceIds } = ctx.tenant;
  const suggestions = await ctx.listings.index.suggest(q, sourceIds, limit);
  const place = PLACE_WITH_STATE.exec(q)?.[1];
  if (suggestions.length > 0 || place === undefined) return { suggestions };
  return { suggestions: await ctx.listings.index.suggest(place, sourceIds, limit) };
}

/** "Boise, ID": a city with the abbreviation of its state. */
const PLACE_WITH_STATE = /^(.*\S) *[ ,][a-z]{2}$/i;
