import type { TenantContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { listingDetail } from "./listing-detail.sql.ts";
import { photoAddress } from "./listing-fields.ts";
import type { NearbyListing } from "./listings.schemas.ts";
import { type NearbyRow, nearbyRows } from "./nearby-rows.sql.ts";
import { attributionOf } from "./rules/attribution.ts";
import { shownFields } from "./rules/shown-fields.ts";
import type { UsesListings } from "./services.ts";

type Input = { listing_id: string; radius_miles: number; limit: number };

/**
 * Active listings around another one, nearest first, without itself (SPEC: Properties, nearby).
 *
 * @throws AppError 404 when the listing is not there for this brokerage, 400 when it has no position.
 */
export async function listNearbyListings(
  ctx: TenantContext<UsesListings>,
  input: Input,
): Promise<NearbyListing[]> {
  const { sourceIds } = ctx.tenant;
  const reference = await listingDetail(ctx.db, input.listing_id, sourceIds);
  if (!reference) throw new AppError("not_found", "Property not found");
  const { latitude, longitude } = shownFields(
    reference,
    (await ctx.listings.sources.find(reference.source_id))?.hidden,
  );
  if (latitude === null || longitude === null)
    throw new AppError("bad_request", "Property has no location data");

  const { hits } = ctx.listings.index.search({
    ...(sourceIds && { sourceIds }),
    status: "Active",
    radius: { lat: latitude, lng: longitude, miles: input.radius_miles },
    sort: { by: "distance_miles", descending: false },
    offset: 0,
    // One more, because the listing itself is among them.
    limit: input.limit + 1,
  });
  const others = hits.filter((hit) => hit.id !== reference.id).slice(0, input.limit);
  const rows = new Map(
    (
      await nearbyRows(
        ctx.db,
        others.map((hit) => hit.id),
      )
    ).map((row) => [row.id, row]),
  );
  return others.flatMap((hit) => {
    const row = rows.get(hit.id);
    return row ? [present(row, hit.miles as number, ctx)] : [];
  });
}

function present(
  listing: NearbyRow,
  miles: number,
  { config, listings }: TenantContext<UsesListings>,
): NearbyListing {
  const source = listings.sources.of(listing.source_id);
  const row = shownFields(listing, source?.hidden);
  return {
    listing_id: row.listing_id,
    list_price: row.list_price,
    distance_miles: miles,
    street_number: row.street_number,
    street_name: row.street_name,
    street_suffix: row.street_suffix,
    city: row.city,
    state_or_province: row.state,
    bedrooms_total: row.beds,
    // Rooms, as RESO counts them: two full and a half are 3.
    bathrooms_total_integer:
      row.bathrooms_total_integer ?? (row.baths === null ? null : Math.ceil(row.baths)),
    living_area: row.sqft,
    primary_photo_url: row.photo === null ? null : photoAddress(row.photo, config.publicApiUrl),
    attribution: attributionOf(row, source),
  };
}
