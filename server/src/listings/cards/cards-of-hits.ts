import type { TenantContext } from "../../platform/context.ts";
import type { ListingHit } from "../search-index/listing-query.ts";
import type { UsesListings } from "../services.ts";
import type { Card } from "./card.ts";

/** `isComplete` unless a listing went meanwhile. */
type WithCards<Found> = Found & {
  cards: { card: Card; listingId: string; miles: number | undefined }[];
  isComplete: boolean;
};

/**
 * What a search of the index finds, with the cards of its hits. The index may still have a listing that was just deleted: when a card is
 * missing, the search is repeated after `catchUp`, so that totals and cards agree.
 *
 * @param accepted the sources whose VOW terms the caller has accepted.
 */
export async function withCards<Found extends { hits: ListingHit[] }>(
  ctx: TenantContext<UsesListings>,
  accepted: ReadonlySet<number>,
  search: () => Found,
): Promise<WithCards<Found>> {
  const { index, cards: kept } = ctx.listings;
  for (let attempt = 1; ; attempt++) {
    const found = search();
    const { hits } = found;
    const cardsOrNull =
      accepted.size === 0
        ? await kept.cardsFor(ctx.db, hits)
        : await kept.cardsForClient(ctx.db, hits, accepted);
    const cards = hits.flatMap((hit, nth) => {
      const card = cardsOrNull[nth];
      return card ? [{ card, listingId: hit.listingId, miles: hit.miles }] : [];
    });
    const isComplete = cards.length === hits.length;
    if (isComplete || attempt === 2) return { ...found, cards, isComplete };
    await index.catchUp();
  }
}
