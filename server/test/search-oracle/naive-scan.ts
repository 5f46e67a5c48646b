import type { ListingRow } from "./listing-rows.ts";
import { type Answer, isBox, isRadius, pageAndOrder, type Search, type SortField } from "./search.ts";

/** A listing as visitors see it. */
export type Shown = Omit<ListingRow, "id" | "source_id" | "show_address" | "show_listing"> & {
  distance_miles?: number;
};

const NEVER_PUBLIC = ["Canceled", "Delete", "Expired", "Hold", "Incomplete", "Withdrawn"];
const EARTH_RADIUS_MILES = 3958.8;
const DEFAULT_STATE = "ID";

/** What a brokerage's visitors can see at all; `sourceIds` null means every source. */
export function publicListings(rows: ListingRow[], sourceIds: readonly number[] | null): Shown[] {
  return rows
    .filter((row) => sourceIds === null || sourceIds.includes(row.source_id))
    .filter((row) => row.show_listing && !NEVER_PUBLIC.includes(row.status))
    .map(({ id, source_id, show_address, show_listing, ...row }) => ({
      ...row,
      status: row.status === "Closed" ? "Sold" : row.status,
      address: show_address ? row.address : null,
      latitude: show_address ? row.latitude : hundredths(row.latitude),
      longitude: show_address ? row.longitude : hundredths(row.longitude),
    }));
}

/** The answer to a search: looks at every listing, sorts all that match, and cuts out the page. */
export function naiveScan(listings: Shown[], search: Search): Answer<Shown> {
  const { page, page_size, sortBy, order } = pageAndOrder(search);
  const matching = withinRadius(listings, search).filter((listing) => matches(listing, search));
  matching.sort(
    (a, b) => compareValues(a[sortBy], b[sortBy], order) || compareText(a.listing_id, b.listing_id),
  );
  return {
    items: matching.slice((page - 1) * page_size, page * page_size),
    total: matching.length,
    total_pages: Math.ceil(matching.length / page_size),
    page,
    page_size,
  };
}

function matches(listing: Shown, search: Search): boolean {
  const { state = DEFAULT_STATE } = search;
  return (
    (sameText(state, "any") || sameText(listing.state, state)) &&
    (search.city === undefined || sameText(listing.city, search.city)) &&
    (search.property_type === undefined || sameText(listing.property_type, search.property_type)) &&
    (search.status === undefined ||
      sameText(listing.status, sameText(search.status, "Closed") ? "Sold" : search.status)) &&
    within(listing.list_price, search.min_price, search.max_price) &&
    within(listing.beds, search.min_beds, search.max_beds) &&
    within(listing.baths, search.min_baths, search.max_baths) &&
    withinBox(listing, search)
  );
}

/** Both ends count; a value that is not there is in no range. */
function within(value: number | null, min: number | undefined, max: number | undefined): boolean {
  if (min === undefined && max === undefined) return true;
  return value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

function withinBox(listing: Shown, search: Search): boolean {
  if (!isBox(search)) return true;
  return (
    within(listing.latitude, search.min_lat, search.max_lat) &&
    within(listing.longitude, search.min_lng, search.max_lng)
  );
}

/** Adds the distance that is shown, rounded; who is in is decided by the exact one. */
function withinRadius(listings: Shown[], search: Search): Shown[] {
  if (!isRadius(search)) return listings;
  return listings.flatMap((listing) => {
    const { latitude, longitude } = listing;
    if (latitude === null || longitude === null) return [];
    const miles = greatCircleMiles(search.center_lat, search.center_lng, latitude, longitude);
    return miles <= search.radius_miles
      ? [{ ...listing, distance_miles: Math.round(miles * 100) / 100 }]
      : [];
  });
}

/** By the sphere's case of Vincenty's formula, exact near and far. (The query in SQL takes the haversine.) */
export function greatCircleMiles(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const a = radians(lat1);
  const b = radians(lat2);
  const turn = radians(lng2 - lng1);
  const across = Math.cos(b) * Math.sin(turn);
  const along = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn);
  const up = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(turn);
  return EARTH_RADIUS_MILES * Math.atan2(Math.hypot(across, along), up);
}

/** Absent values come last in either order. */
function compareValues(a: Shown[SortField], b: Shown[SortField], order: "asc" | "desc"): number {
  const isAbsent = (value: Shown[SortField]) => value === null || value === undefined;
  if (isAbsent(a) || isAbsent(b)) return Number(isAbsent(a)) - Number(isAbsent(b));
  if (a === b) return 0;
  return (a! < b! ? -1 : 1) * (order === "asc" ? 1 : -1);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function sameText(a: string | null, b: string): boolean {
  return a !== null && a.toLowerCase() === b.toLowerCase();
}

function hundredths(degrees: number | null): number | null {
  return degrees === null ? null : Math.round(degrees * 100) / 100;
}
