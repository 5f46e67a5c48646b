import { milesBetween, roundedMiles } from "../distance.ts";
import type { Band } from "./band.ts";
import type { CompiledQuery, SeldomAsked } from "./compiled-query.ts";
import type { SortField } from "./listing-query.ts";
import type { RowCollector } from "./ranked.ts";

/**
 * Offers every row of `band` from `from` up to `to` that matches, and returns how many do. This is the
 * innermost loop of the product: plain columns, no allocation, the conditions that reject most first.
 */
export function scan(
  band: Band,
  from: number,
  to: number,
  query: CompiledQuery,
  sort: { by: SortField; descending: boolean },
  collector: Pick<RowCollector, "offer">,
): number {
  const { city, state, status, type, sources, price, beds, baths, seldom, radius, checkLatitude, area } =
    query;
  const keys = sort.by === "distance_miles" ? null : band[columnOf[sort.by]];
  const sign = sort.descending ? -1 : 1;
  let matches = 0;
  for (let row = from; row < to; row++) {
    if (status !== null && band.status[row] !== status) continue;
    if (state !== null && band.state[row] !== state) continue;
    if (city !== null && band.city[row] !== city) continue;
    if (price !== null && !within(band.price[row] as number, price.min, price.max)) continue;
    if (beds !== null && !within(band.beds[row] as number, beds.min, beds.max)) continue;
    if (baths !== null && !within(band.baths[row] as number, baths.min, baths.max)) continue;
    if (type !== null && band.type[row] !== type) continue;
    if (sources !== null && sources[band.source[row] as number] !== 1) continue;
    if (seldom !== null && !isAsked(band, row, seldom)) continue;
    const lat = band.lat[row] as number;
    if (checkLatitude && !within(lat, area.minLat, area.maxLat)) continue;
    let miles = 0;
    if (radius !== null) {
      miles = milesBetween(radius.lat, radius.lng, lat, band.lng[row] as number);
      if (miles > radius.miles) continue;
    }
    matches++;
    const key = keys === null ? roundedMiles(miles) : (keys[row] as number);
    // Absent values come last in either direction.
    collector.offer(Number.isNaN(key) ? Infinity : sign * key, band, row);
  }
  return matches;
}

const columnOf = {
  list_price: "price",
  beds: "beds",
  baths: "baths",
  sqft: "sqft",
  list_date: "listDay",
} as const;

function isAsked(band: Band, row: number, { words, sets, ranges }: SeldomAsked): boolean {
  for (const { column, number } of words) if (band[column][row] !== number) return false;
  for (const { column, numbers, isIn } of sets) {
    if (numbers.has(band[column][row] as number) !== isIn) return false;
  }
  for (const { column, min, max } of ranges) if (!within(band[column][row] as number, min, max)) return false;
  return true;
}

/** False for NaN: a listing without the value does not match. */
function within(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}
