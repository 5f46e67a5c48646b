import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { EncodedJson } from "../../platform/http/json-body.ts";
import { writeCard } from "../cards/card.ts";
import { dayNumberByZone } from "../local-day.ts";
import { publicListing } from "../public-listing.sql.ts";
import { acceptedSources } from "../rules/accepted-sources.ts";
import type { UsesListings } from "../services.ts";
import { mostAlike } from "./most-alike.ts";

/**
 * Listings like another one, each with the reasons, compared by what visitors see of them.
 *
 * @throws AppError 404 when the listing does not exist, is not public, or is in no source of this brokerage.
 */
export async function listSimilarListings(
  ctx: TenantContext<UsesListings>,
  { listing_id, limit }: { listing_id: string; limit: number },
): Promise<EncodedJson> {
  const { sourceIds } = ctx.tenant;
  const listing = await publicListing(ctx.db, listing_id, sourceIds);
  if (!listing) throw new AppError("not_found", "Property not found");
  const { index, cards, sources } = ctx.listings;
  const alike = mostAlike(index, listing.id, { sourceIds, limit });
  const hits = alike.map(({ hit }) => hit);
  const accepted = await acceptedSources(ctx);
  const found =
    accepted.size === 0
      ? await cards.cardsFor(ctx.db, hits)
      : await cards.cardsForClient(ctx.db, hits, accepted);
  const ends = { today: dayNumberByZone(ctx.clock.now()), sources };
  const items = alike.flatMap(({ score, reasons }, nth) => {
    const card = found[nth];
    if (!card) return [];
    const likeness = JSON.stringify({ similarity_score: score, reasons });
    return [`${writeCard(card, ends).slice(0, -1)},${likeness.slice(1)}`];
  });
  return new EncodedJson(`[${items.join(",")}]`);
}
