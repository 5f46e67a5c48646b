import type { Card, UsesListings } from "../listings/index.ts";
import type { TenantContext } from "../platform/context.ts";

export type ResultWithCard<Found> = Found & { card: Card; listingId: string };

/** Results with their cards, in their order; a listing that was deleted since the search is left out. */
export async function withCards<Found extends { id: number }>(
  ctx: TenantContext<UsesListings>,
  found: readonly Found[],
): Promise<ResultWithCard<Found>[]> {
  const byId = new Map(found.map((listing) => [listing.id, listing]));
  const hits = ctx.listings.index.hitsOf(found.map(({ id }) => id));
  const cards = await ctx.listings.cards.cardsFor(ctx.db, hits);
  return hits.flatMap(({ id, listingId }, nth) => {
    const [listing, card] = [byId.get(id), cards[nth]];
    return listing && card ? [{ ...listing, card, listingId }] : [];
  });
}

/** The results that the listing index still has: a total counts them, and pages are taken from them. */
export function stillListed<Found extends { id: number }>(
  ctx: TenantContext<UsesListings>,
  found: readonly Found[],
): Found[] {
  return found.filter(({ id }) => ctx.listings.index.holds(id));
}
