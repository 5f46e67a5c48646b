import type { ListingRow } from "./listing-rows.ts";
import {
  type Answer,
  type BoxSearch,
  isBox,
  isRadius,
  pageAndOrder,
  type RangeField,
  rangeFields,
  type Search,
  type SortField,
} from "./search.ts";

type FactsOfDetail =
  | "garage_spaces"
  | "stories"
  | "property_subtype"
  | "list_office"
  | "list_agent"
  | "has_photos"
  | "price_per_sqft"
  | "days_listed"
  | "description"
  | "prices"
  | "open_houses"
  | "today";
type TextField =
  | "state"
  | "city"
  | "zip"
  | "county"
  | "property_type"
  | "property_subtype"
  | "status"
  | "listing_id"
  | "list_office"
  | "list_agent";
export type Card = Omit<Shown, FactsOfDetail>;

/** A listing as visitors see it. */
export type Shown = Omit<ListingRow, "id" | "source_id" | "show_address" | "show_listing"> & {
  distance_miles?: number;
  days_on_market: number | null;
  price_per_sqft: number | null;
  /** From the list date to today, where the listing is. */
  days_listed: number | null;
  /** Where it is. */
  today: number;
};

const NEVER_PUBLIC = ["Canceled", "Delete", "Expired", "Hold", "Incomplete", "Withdrawn"];
const EARTH_RADIUS_MILES = 3958.8;
const DEFAULT_STATE = "ID";

/** What a brokerage's visitors can see at all; `sourceIds` null means every source. */
export function publicListings(rows: ListingRow[], sourceIds: readonly number[] | null, now: Date): Shown[] {
  const today = { west: dayIn("America/Los_Angeles", now), boise: dayIn("America/Boise", now) };
  return rows
    .filter((row) => sourceIds === null || sourceIds.includes(row.source_id))
    .filter((row) => row.show_listing && !NEVER_PUBLIC.includes(row.status))
    .map(({ id, source_id, show_address, show_listing, ...row }) => ({
      ...row,
      status: row.status === "Closed" ? "Sold" : row.status,
      address: show_address ? row.address : null,
      latitude: show_address ? row.latitude : hundredths(row.latitude),
      longitude: show_address ? row.longitude : hundredths(row.longitude),
      garage_spaces: row.garage_spaces === null ? null : Math.round(row.garage_spaces),
      stories: row.stories === null ? null : Math.round(row.stories),
      price_per_sqft: row.list_price !== null && row.sqft ? row.list_price / row.sqft : null,
      ...daysOf(row, sameText(row.state, "WA") || sameText(row.state, "OR") ? today.west : today.boise),
    }));
}

/** Both counts; no feed of these listings counts days itself. */
function daysOf(
  { status, list_date, sold_date }: Pick<ListingRow, "status" | "list_date" | "sold_date">,
  today: number,
) {
  if (list_date === null) return { days_on_market: null, days_listed: null, today };
  const listed = Date.parse(list_date) / DAY_MS;
  const days_listed = today - listed;
  const sold = sold_date === null ? null : Date.parse(sold_date) / DAY_MS;
  const end = status === "Closed" ? sold : today;
  return { today, days_listed, days_on_market: end === null ? null : Math.max(0, end - listed) };
}

const DAY_MS = 86_400_000;

function dayIn(timeZone: string, now: Date): number {
  return Date.parse(new Intl.DateTimeFormat("sv-SE", { timeZone }).format(now)) / DAY_MS;
}

/** The answer to a search: looks at every listing, sorts all that match, and cuts out the page. */
export function naiveScan(listings: Shown[], search: Search): Answer<Card> {
  const { page, page_size, sortBy, order } = pageAndOrder(search);
  const matching = matchesOf(listings, search);
  matching.sort(
    (a, b) => compareValues(a[sortBy], b[sortBy], order) || compareText(a.listing_id, b.listing_id),
  );
  return {
    items: matching.slice((page - 1) * page_size, page * page_size).map(asCard),
    total: matching.length,
    total_pages: Math.ceil(matching.length / page_size),
    page,
    page_size,
  };
}

/** All that match, in no order. */
export function matchesOf(listings: Shown[], search: Search): Shown[] {
  const conditions = conditionsOf(search);
  const matching = listings.filter((listing) => conditions.every((holds) => holds(listing)));
  return withinRadius(matching, search);
}

/** What lists show of it. */
function asCard({
  garage_spaces,
  stories,
  property_subtype,
  list_office,
  list_agent,
  has_photos,
  price_per_sqft,
  days_listed,
  description,
  prices,
  open_houses,
  today,
  ...card
}: Shown): Card {
  return card;
}

type Condition = (listing: Shown) => boolean;

/** What each listing is asked: one condition for each filter of the search. */
function conditionsOf(search: Search): Condition[] {
  const { state = search.listing_ids ? "any" : DEFAULT_STATE, open_house_from, open_house_to } = search;
  const { list_office, list_agent, has_photos, new_construction, price_reduced_days } = search;
  const { listed_within_days, keywords } = search;
  const conditions = [
    !sameText(state, "any") && isOneOf("state", [state]),
    isOneOf("city", search.city),
    isOneOf("zip", search.zip),
    isOneOf("county", search.county),
    isOneOf("property_type", search.property_type),
    isOneOf("property_subtype", search.property_subtype),
    isOneOf(
      "status",
      search.status?.map((word) => (sameText(word, "Closed") ? "Sold" : word)),
    ),
    isOneOf("listing_id", search.listing_ids),
    list_office !== undefined && isOneOf("list_office", [list_office]),
    list_agent !== undefined && isOneOf("list_agent", [list_agent]),
    has_photos !== undefined && ((listing: Shown) => listing.has_photos === has_photos),
    new_construction !== undefined && ((listing: Shown) => listing.new_construction === new_construction),
    price_reduced_days !== undefined && ((listing: Shown) => wasReduced(listing, price_reduced_days)),
    keywords !== undefined && hasKeywords(keywords),
    (open_house_from !== undefined || open_house_to !== undefined) &&
      ((listing: Shown) => hasOpenHouse(listing, open_house_from, open_house_to)),
    listed_within_days !== undefined &&
      ((listing: Shown) => within(listing.days_listed, undefined, listed_within_days)),
    ...Object.keys(rangeFields).map((name) => isInRange(name as RangeField, search)),
    isBox(search) && ((listing: Shown) => isWithinBox(listing, search)),
  ];
  return conditions.filter((condition) => condition !== false);
}

function hasKeywords(keywords: string): Condition {
  const patterns = keywords
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => new RegExp(`[^a-zñ0-9']${word.toLowerCase()}[^a-zñ0-9']`));
  return ({ description, address }) => {
    const text = ` ${description ?? ""} / ${address ?? ""} `.toLowerCase();
    return patterns.every((pattern) => pattern.test(text));
  };
}

function hasOpenHouse(
  { open_houses, today }: Shown,
  from: string | undefined,
  to: string | undefined,
): boolean {
  return open_houses.some(
    ({ date, status, type }) =>
      status === "Active" &&
      (type === null || type === "Public") &&
      date >= (from ?? date) &&
      date <= (to ?? date) &&
      Date.parse(date) / DAY_MS >= today,
  );
}

/** Younger listings are compared with their first day's price. After the last event the price is the present one. */
function wasReduced({ list_price, prices, today }: Shown, days: number): boolean {
  const known = prices.map(({ day, price }) => ({ day: Date.parse(day) / DAY_MS, price }));
  const [first, last] = [known[0], known.at(-1)];
  if (list_price === null || !first || !last) return false;
  const at = Math.max(today - days, first.day);
  const then = known.findLast(({ day }) => day <= at);
  return at <= last.day && list_price < (then as { price: number }).price;
}

function isInRange(name: RangeField, search: Search): Condition | false {
  const [min, max] = [search[`min_${name}`], search[`max_${name}`]];
  if (min === undefined && max === undefined) return false;
  const field = rangeFields[name];
  return ({ [field]: value }) =>
    (value === null && search.include_unknown === true) || within(value, min, max);
}

function isOneOf(field: TextField, words: string[] | undefined): Condition | false {
  if (words === undefined) return false;
  const lower = words.map((word) => word.toLowerCase());
  return ({ [field]: value }) => value !== null && lower.includes(value.toLowerCase());
}

/** Both ends count; a value that is not there is in no range. */
function within(value: number | null, min: number | undefined, max: number | undefined): boolean {
  return value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

function isWithinBox(listing: Shown, search: BoxSearch): boolean {
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
