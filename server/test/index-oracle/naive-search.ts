import { milesBetween, roundedMiles } from "../../src/listings/distance.ts";
import type { ListingRow } from "../../src/listings/search-index/listing-index.ts";
import type {
  ListingFilters,
  ListingQuery,
  Range,
  SortPlace,
  Words,
} from "../../src/listings/search-index/listing-query.ts";
import { COLUMNS, RANGES, TODAY } from "./random-searches.ts";

/** Looks at every listing, and sorts all that match. Distances are the product's: their formula has an oracle in test/search-oracle. */
export function naiveSearch(
  listings: Iterable<ListingRow>,
  query: ListingQuery,
): { total: number; ids: number[]; next: SortPlace | null } {
  const { by, descending } = query.sort;
  const keyOf = (value: number) => (Number.isNaN(value) ? Infinity : descending ? -value : value);
  const found: { id: number; listingId: string; value: number; key: number }[] = [];
  for (const listing of listings) {
    if (!matches(listing, query)) continue;
    const { radius } = query;
    const value =
      by === "distance_miles" && radius
        ? roundedMiles(milesBetween(radius.lat, radius.lng, listing.lat, listing.lng))
        : listing[COLUMNS[by as keyof typeof COLUMNS]];
    found.push({ id: listing.id, listingId: listing.listingId, value, key: keyOf(value) });
  }
  found.sort((a, b) => {
    if (a.key !== b.key) return a.key < b.key ? -1 : 1;
    return a.listingId < b.listingId ? -1 : 1;
  });
  const { after, offset, limit } = query;
  const rest = after
    ? found.filter(({ key, listingId }) => {
        const place = keyOf(after.value ?? Number.NaN);
        return key > place || (key === place && listingId > after.listingId);
      })
    : found;
  const last = rest[offset + limit - 1];
  const follows = rest.length > offset + limit;
  return {
    total: found.length,
    ids: rest.slice(offset, offset + limit).map(({ id }) => id),
    next:
      follows && last
        ? { value: Number.isNaN(last.value) ? null : last.value, listingId: last.listingId }
        : null,
  };
}

export function matches(listing: ListingRow, query: ListingFilters): boolean {
  const { box, radius, not } = query;
  return (
    isWord(listing.city, query.city) &&
    isWord(listing.state, query.state) &&
    isWord(listing.zip, query.zip) &&
    isWord(listing.county, query.county) &&
    isWord(listing.status, query.status) &&
    isWord(listing.type, query.propertyType) &&
    isWord(listing.subtype, query.subtype) &&
    (query.sourceIds === undefined || query.sourceIds.includes(listing.source)) &&
    isWord(listing.listingId, query.listingIds) &&
    isWord(listing.office, query.office) &&
    isWord(listing.agent, query.agent) &&
    (query.features ?? []).every((feature) => listing.features.includes(feature)) &&
    !(query.without ?? []).some((feature) => listing.features.includes(feature)) &&
    (query.hasPhotos === undefined || (listing.photos === "yes") === query.hasPhotos) &&
    (query.newConstruction === undefined ||
      listing.newConstruction === (query.newConstruction ? "yes" : "no")) &&
    isWithin(daysOnMarket(listing), query.daysOnMarket, query.includeUnknown) &&
    isWithin(daysSince(listing.listDay, listing), { max: query.listedWithinDays }) &&
    (query.priceReducedDays === undefined || wasHigher(listing, query.priceReducedDays)) &&
    (query.keywords === undefined || query.keywords.ids.has(listing.id)) &&
    (query.openHouse === undefined || hasOpenHouse(listing, query)) &&
    !isOneOf(listing.zip, not?.zips ?? []) &&
    !isOneOf(listing.city, not?.cities ?? []) &&
    !isOneOf(listing.subtype, not?.subtypes ?? []) &&
    RANGES.every((name) => isWithin(listing[name], query[name], query.includeUnknown)) &&
    (box === undefined ||
      (isWithin(listing.lat, { min: box.minLat, max: box.maxLat }) &&
        isWithin(listing.lng, { min: box.minLng, max: box.maxLng }))) &&
    (radius === undefined || milesBetween(radius.lat, radius.lng, listing.lat, listing.lng) <= radius.miles)
  );
}

function daysOnMarket(listing: ListingRow): number {
  if (!Number.isNaN(listing.marketDays)) return listing.marketDays;
  const days = daysSince(listing.marketSince, listing);
  return days < 0 ? 0 : days;
}

function hasOpenHouse({ openHouses }: ListingRow, { openHouse, now = 0 }: ListingFilters): boolean {
  return openHouses.split(";").some((stored) => {
    const [, day, , ends] = stored.split("|").map(Number) as [number, number, number, number];
    return isWithin(day, { min: openHouse?.from ?? -Infinity, max: openHouse?.to ?? Infinity }) && ends > now;
  });
}

function wasHigher(listing: ListingRow, days: number): boolean {
  const ago = (day: number) => daysSince(day, listing);
  const periods = listing.earlierHigher.split(",").map((period) => period.split(":").map(Number));
  return [...periods, [listing.higherFrom, listing.higherThrough]].some(
    ([from, through]) => days <= ago(from as number) && days >= ago(through as number),
  );
}

function daysSince(day: number, { state }: ListingRow): number {
  return TODAY[state?.toUpperCase() === "WA" ? "America/Los_Angeles" : "America/Boise"] - day;
}

function isWord(has: string | null, wanted: Words | undefined): boolean {
  return wanted === undefined || isOneOf(has, [wanted].flat());
}

function isOneOf(has: string | null, words: readonly string[]): boolean {
  return words.some((word) => has?.toLowerCase() === word.toLowerCase());
}

function isWithin(value: number, range: Range | undefined, orUnknown = false): boolean {
  if (range?.min === undefined && range?.max === undefined) return true;
  if (Number.isNaN(value)) return orUnknown;
  return value >= (range.min ?? -Infinity) && value <= (range.max ?? Infinity);
}
