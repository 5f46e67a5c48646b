import { milesBetween, roundedMiles } from "../distance.ts";
import type { GivenFilters } from "../filters/filter-fields.ts";
import { type RangeName, rangeNames } from "../filters/filter-table.ts";
import { wordsOf } from "../keywords/words.ts";
import type { ListingDetail } from "../listings.schemas.ts";

const fieldOfRange: Record<Exclude<RangeName, "price_per_sqft">, keyof ListingDetail> = {
  price: "list_price",
  beds: "beds",
  baths: "baths",
  sqft: "sqft",
  lot_size_acres: "lot_size_acres",
  year_built: "year_built",
  days_on_market: "days_on_market",
  garage_spaces: "garage_spaces",
  stories: "stories",
  hoa_monthly: "hoa_monthly",
};

type Shown = { listing: ListingDetail; given: GivenFilters; openHouseDays: readonly string[] };

/** What a listing shows of each filter that is not a range. */
const shown: Partial<Record<keyof GivenFilters, (shown: Shown) => unknown>> = {
  city: ({ listing }) => listing.city,
  zip: ({ listing }) => listing.zip,
  county: ({ listing }) => listing.county,
  property_type: ({ listing }) => listing.property_type,
  property_subtype: ({ listing }) => listing.property_subtype,
  status: ({ listing }) => listing.status,
  listing_ids: ({ listing }) => listing.listing_id,
  state: ({ listing }) => listing.state,
  features: ({ listing }) => listing.features,
  without: ({ listing }) => listing.features,
  list_office: ({ listing }) => listing.list_office,
  list_agent: ({ listing }) => listing.list_agent?.name ?? null,
  keywords: foundWords,
  has_photos: ({ listing }) => listing.photos.length > 0,
  new_construction: ({ listing }) => listing.new_construction,
  listed_within_days: ({ listing }) => listing.list_date,
  price_reduced_days: ({ listing }) => ({
    list_price: listing.list_price,
    last_change: listing.history.find(({ event }) => event === "price_changed")?.date ?? null,
  }),
  open_house_from: ({ openHouseDays }) => openHouseDays,
  open_house_to: ({ openHouseDays }) => openHouseDays,
  min_lat: ({ listing }) => listing.latitude,
  max_lat: ({ listing }) => listing.latitude,
  min_lng: ({ listing }) => listing.longitude,
  max_lng: ({ listing }) => listing.longitude,
  radius_miles: distance,
  polygon: ({ listing: { latitude, longitude } }) =>
    latitude === null || longitude === null ? null : { lat: latitude, lng: longitude },
};

/** What a listing shows of a filter's field; null where that is not known, or not shown. */
export function shownValue(parameter: keyof GivenFilters, of: Shown): unknown {
  const range = rangeNames.find((name) => parameter === `min_${name}` || parameter === `max_${name}`);
  if (range === undefined) return shown[parameter]?.(of) ?? null;
  const { listing } = of;
  if (range !== "price_per_sqft") return listing[fieldOfRange[range]];
  return listing.list_price !== null && listing.sqft ? listing.list_price / listing.sqft : null;
}

function foundWords({ listing, given: { keywords = "" } }: Shown): string[] {
  const own = new Set(wordsOf(`${listing.description ?? ""} ${listing.address ?? ""}`));
  return wordsOf(keywords).filter((word) => own.has(word));
}

function distance({ listing: { latitude, longitude }, given }: Shown): number | null {
  const { center_lat, center_lng } = given;
  if (latitude === null || longitude === null || center_lat === undefined || center_lng === undefined)
    return null;
  return roundedMiles(milesBetween(center_lat, center_lng, latitude, longitude));
}
