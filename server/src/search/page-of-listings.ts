import type { TenantContext } from "../context.ts";
import type { Card } from "../listings/index.ts";

/**
 * Those listings that are there, of some that were found, with their cards, in their order. One that leaves in this very moment
 * is missing.
 */
export async function withCards<Found extends { id: number }>(
  ctx: TenantContext,
  found: readonly Found[],
): Promise<(Found & { card: Card; listingId: string })[]> {
  const byId = new Map(found.map((listing) => [listing.id, listing]));
  const hits = ctx.listingIndex.hitsOf(found.map(({ id }) => id));
  const cards = await ctx.listingCards.cardsFor(ctx.db, hits);
  return hits.flatMap(({ id, listingId }, nth) => {
    const [listing, card] = [byId.get(id), cards[nth]];
    return listing && card ? [{ ...listing, card, listingId }] : [];
  });
}

/** Those of them that the listing index still has: what a total counts, and pages are cut from. */
export function stillThere<Found extends { id: number }>(
  ctx: TenantContext,
  found: readonly Found[],
): Found[] {
  return found.filter(({ id }) => ctx.listingIndex.holds(id));
}
