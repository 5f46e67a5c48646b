import type { TenantContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { type DetailRow, listingDetail } from "./listing-detail.sql.ts";
import { countDays, type DaysOnMarket, daysOnMarket, photoAddress, wholeNumber } from "./listing-fields.ts";
import type { ListingDetail } from "./listings.schemas.ts";
import { dayNumberByZone, listingZone } from "./local-day.ts";
import { listingImages, missingPhotos } from "./page-images/listing-images.ts";
import { publicHistory } from "./public-history.ts";
import { attributionOf } from "./rules/attribution.ts";
import { hiddenFromCaller } from "./rules/hidden-from-caller.ts";
import type { SourceState } from "./rules/read-source-states.ts";
import { type HiddenFields, shownFields } from "./rules/shown-fields.ts";
import { noticesOf } from "./rules/source-notices.ts";
import type { OpenedLink, UsesListings } from "./services.ts";
import { statusInApi } from "./statuses.ts";

/**
 * Everything the caller may know of one listing (SPEC: Property).
 *
 * @throws AppError 404 when it does not exist, is not public, or is in no source of this brokerage.
 */
export async function getListing(
  ctx: TenantContext<UsesListings>,
  input: { listing_id: string; ref?: string | undefined },
): Promise<ListingDetail> {
  const row = await listingDetail(ctx.db, input.listing_id, ctx.tenant.sourceIds);
  if (!row) throw new AppError("not_found", "Property not found");
  const source = await ctx.listings.sources.find(row.source_id);
  const hidden = await hiddenFromCaller(ctx, row.source_id);
  if (!hidden?.has("photos")) ctx.listings.wantPhotos(row.id, missingPhotos(row.kept_photos, row));
  if (input.ref !== undefined && !ctx.isPreview) await noteLink(ctx, { ref: input.ref, listingId: row.id });
  return present(row, { source, hidden }, ctx);
}

/** A failure is logged only: the reader of the link wants the listing. */
async function noteLink(ctx: TenantContext<UsesListings>, link: OpenedLink): Promise<void> {
  try {
    await ctx.listings.onLinkOpened(ctx, link);
  } catch (error) {
    ctx.log.error({ err: error, listing: link.listingId }, "opened link not recorded");
  }
}

type Shown = { source: SourceState | undefined; hidden: HiddenFields | undefined };

function present(listing: DetailRow, { source, hidden }: Shown, ctx: TenantContext): ListingDetail {
  const days: DaysOnMarket | null = daysOnMarket(listing);
  const history = publicHistory(listing.history);
  const row = shownFields({ ...listing, days, history }, hidden);
  const today = dayNumberByZone(ctx.clock.now())(listingZone(row.state));
  return {
    listing_id: row.listing_id,
    list_price: row.list_price,
    beds: row.beds,
    baths: row.baths,
    sqft: row.sqft,
    lot_size_acres: row.lot_size_acres,
    year_built: row.year_built,
    hoa_monthly: row.hoa_monthly,
    new_construction: row.new_construction,
    parcel_number: row.parcel_number,
    address: row.address,
    city: row.city,
    state: row.state,
    zip: row.zip,
    county: row.county,
    latitude: row.latitude,
    longitude: row.longitude,
    property_type: row.property_type as ListingDetail["property_type"],
    property_subtype: row.property_subtype,
    status: statusInApi(row.status) as ListingDetail["status"],
    list_date: row.list_date,
    sold_date: row.sold_date,
    days_on_market: row.days && countDays(row.days, today),
    garage_spaces: wholeNumber(row.garage_spaces),
    stories: wholeNumber(row.stories),
    description: row.description,
    features: row.features,
    photos: row.photos.map((url) => photoAddress(url, ctx.config.publicApiUrl)),
    photos_count: row.photos_count,
    images: listingImages(row.kept_photos, row),
    list_agent:
      row.agent_name === null
        ? null
        : { name: row.agent_name, phone: row.agent_phone, email: row.agent_email },
    list_office: row.office_name,
    ...(source ? noticesOf(source, ctx.clock.now()) : { disclaimer: null, copyright: null }),
    history: row.history as ListingDetail["history"],
    attribution: attributionOf(row, source),
  };
}
