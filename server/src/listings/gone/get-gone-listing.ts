import type { Context, TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { EncodedJson } from "../../platform/http/json-body.ts";
import { writeCard } from "../cards/card.ts";
import { withCards } from "../cards/cards-of-hits.ts";
import { dayNumberByZone } from "../local-day.ts";
import { acceptedSources } from "../rules/accepted-sources.ts";
import { shownFields } from "../rules/shown-fields.ts";
import type { ListingHit, ListingQuery } from "../search-index/listing-query.ts";
import type { UsesListings } from "../services.ts";
import { type GoneListing, goneListing } from "./gone-listing.sql.ts";

/** Homes that are further away are no substitute. */
const MILES = 50;

/**
 * For the page of a listing that this brokerage has shown and that is public no more: Active listings near it, and nothing of itself.
 *
 * @throws AppError 404 for every other listing, as for one that does not exist: one that is public, one that was not public since the
 *   brokerage shows its source, and one of a source that the brokerage does not show.
 */
export async function getGoneListing(
  ctx: TenantContext<UsesListings>,
  { listing_id, limit }: { listing_id: string; limit: number },
): Promise<EncodedJson> {
  const { brokerageId, sourceIds } = ctx.tenant;
  const { index, sources } = ctx.listings;
  const row = await goneListing(ctx.db, listing_id);
  if (!row || !(await hasShown(ctx, brokerageId, row))) throw new AppError("not_found", "Property not found");
  const listing = shownFields(row, (await sources.find(row.source_id))?.hidden);
  const query = nearest(listing, { sourceIds, limit });
  const { cards } = await withCards(ctx, await acceptedSources(ctx), () => ({
    hits: query ? index.search(query).hits.map(withoutDistance) : [],
  }));
  const ends = { today: dayNumberByZone(ctx.clock.now()), sources };
  return new EncodedJson(`{"nearest":[${cards.map(({ card }) => writeCard(card, ends)).join(",")}]}`);
}

/** Whether the brokerage showed the listing's source while the listing was public, and shows it still. */
export async function hasShown(
  { db, listings }: Context<UsesListings>,
  brokerageId: number,
  { source_id, shown_until }: Pick<GoneListing, "source_id" | "shown_until">,
): Promise<boolean> {
  const since = await listings.shownSince(db, { brokerageId, sourceId: source_id });
  return since !== null && (shown_until === null || since < shown_until);
}

/** By its position, as far as that may be shown; else the newest of its town. Null when neither is known. */
function nearest(
  { latitude: lat, longitude: lng, city, state }: GoneListing,
  { sourceIds, limit }: { sourceIds: readonly number[] | null; limit: number },
): ListingQuery | null {
  const page = { status: "Active", offset: 0, limit, ...(sourceIds && { sourceIds }) };
  if (lat !== null && lng !== null) {
    const radius = { lat, lng, miles: MILES };
    return { ...page, radius, sort: { by: "distance_miles", descending: false } };
  }
  if (city === null) return null;
  const town = { city, ...(state !== null && { state }) };
  return { ...page, ...town, sort: { by: "list_date", descending: true } };
}

/** Several distances would tell where the listing was. */
function withoutDistance({ id, revision, listingId }: ListingHit): ListingHit {
  return { id, revision, listingId };
}
