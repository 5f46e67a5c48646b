import type { Card, UsesListings } from "../listings/index.ts";
import type { TenantContext } from "../platform/context.ts";

/**
 * Those listings that are there, of some that were found, with their cards, in their order. One that leaves in this very moment
 * is missing.
 */
export async function withCards<Found extends { id: number }>(
  ctx: TenantContext<UsesListings>,
  found: readonly Found[],
): Promise<(Found & { card: Card; listingId: string })[]> {
  const byId = new Map(found.map((listing) => [listing.id, listing]));
  const hits = ctx.listings.index.hitsOf(found.map(({ id }) => id));
  const cards = await ctx.listings.cards.cardsFor(ctx.db, hits);
  return hits.flatMap(({ id, listingId }, nth) => {
    const [listing, card] = [byId.get(id), cards[nth]];
    return listing && card ? [{ ...listing, card, listingId }] : [];
  });
}

/** Those of them that the listing index still has: what a total counts, and pages are cut from. */
export function stillThere<Found extends { id: number }>(
  ctx: TenantContext<UsesListings>,
  found: readonly Found[],
): Found[] {
  return found.filter(({ id }) => ctx.listings.index.holds(id));
}
