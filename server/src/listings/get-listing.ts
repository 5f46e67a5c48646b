import type { TenantContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { type DetailRow, listingDetail } from "./listing-detail.sql.ts";
import { countDays, daysOnMarket, photoAddress, publicPlace } from "./listing-fields.ts";
import type { ListingDetail } from "./listings.schemas.ts";
import { dayNumberByZone, listingZone } from "./local-day.ts";
import { publicHistory } from "./public-history.ts";
import { statusInApi } from "./statuses.ts";

/**
 * Everything the public may know of one listing (SPEC: Property).
 *
 * @throws AppError 404 when it does not exist, is not public, or is in no source of this brokerage.
 */
export async function getListing(ctx: TenantContext, input: { listing_id: string }): Promise<ListingDetail> {
  const row = await listingDetail(ctx.db, input.listing_id, ctx.tenant.sourceIds);
  if (!row) throw new AppError("not_found", "Property not found");
  return present(row, ctx);
}

function present(row: DetailRow, ctx: TenantContext): ListingDetail {
  const today = dayNumberByZone(ctx.clock.now())(listingZone(row.state));
  return {
    listing_id: row.listing_id,
    list_price: row.list_price,
    beds: row.beds,
    baths: row.baths,
    sqft: row.sqft,
    lot_size_acres: row.lot_size_acres,
    year_built: row.year_built,
    ...publicPlace(row),
    city: row.city,
    state: row.state,
    zip: row.zip,
    county: row.county,
    property_type: row.property_type as ListingDetail["property_type"],
    property_subtype: row.property_subtype,
    status: statusInApi(row.status) as ListingDetail["status"],
    list_date: row.list_date,
    sold_date: row.sold_date,
    days_on_market: countDays(daysOnMarket(row), today),
    garage_spaces: whole(row.garage_spaces),
    stories: whole(row.stories),
    description: row.description,
    features: row.features,
    photos: row.photos.map((url) => photoAddress(url, ctx.config.publicApiUrl)),
    list_agent:
      row.agent_name === null
        ? null
        : { name: row.agent_name, phone: row.agent_phone, email: row.agent_email },
    list_office: row.office_name,
    history: publicHistory(row.history) as ListingDetail["history"],
  };
}

/** Sources count half storeys and half garages; the API has whole numbers (one and a half storeys are 2). */
function whole(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
