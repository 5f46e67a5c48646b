import { milesBetween, roundedMiles } from "../distance.ts";
import { AllRows } from "./all-rows.ts";
import { Band, type IndexedListing } from "./band.ts";
import { compileQuery, type Dictionaries } from "./compiled-query.ts";
import { Dictionary } from "./dictionary.ts";
import type { ListingHits, ListingQuery } from "./listing-query.ts";
import type { RowCollector } from "./ranked.ts";
import { scan } from "./scan.ts";
import { TopRows } from "./top-rows.ts";

/** A public listing as the database has it. Absent values are null. */
export type ListingRow = Omit<IndexedListing, "city" | "state" | "status" | "type" | "source"> & {
  city: string | null;
  state: string | null;
  status: string;
  type: string;
  source: number;
};

const BAND_DEGREES = 0.02;
const BANDS = 180 / BAND_DEGREES + 1;
/** The band of listings without a position. */
const NOWHERE = BANDS;

/**
 * All public listings in memory, searched exactly: PostgreSQL stays the truth, this is the copy that answers.
 * The earth is cut into bands of 0.02 degrees of latitude, each ordered by longitude. Why not in SQL, nor in a
 * tree: docs/decisions/listing-search-in-process.md.
 */
export class ListingIndex {
  readonly #bands: (Band | undefined)[] = new Array(BANDS + 1);
  readonly #bandOf = new Map<number, number>();
  readonly #words: Dictionaries = {
    city: new Dictionary(),
    state: new Dictionary(),
    status: new Dictionary(),
    type: new Dictionary(),
    source: new Dictionary(),
  };

  get size(): number {
    return this.#bandOf.size;
  }

  /** Exact total and one page, best first; ties by listing_id ascending, in either order. */
  search(query: ListingQuery): ListingHits {
    const compiled = compileQuery(query, this.#words);
    if (compiled === null) return { total: 0, hits: [] };

    const collector = collectorFor(query, this.size);
    const { minLat, maxLat, minLng, maxLng } = compiled.area;
    let total = 0;
    if (minLat <= maxLat && minLng <= maxLng) {
      const last = Math.min(bandNumber(maxLat), BANDS - 1);
      for (let number = Math.max(bandNumber(minLat), 0); number <= last; number++) {
        const band = this.#bands[number];
        if (!band) continue;
        total += scan(
          band,
          band.lowerBound(minLng),
          band.upperBound(maxLng),
          compiled,
          query.sort,
          collector,
        );
      }
    }
    const nowhere = this.#bands[NOWHERE];
    if (compiled.anywhere && nowhere)
      total += scan(nowhere, 0, nowhere.size, compiled, query.sort, collector);

    const { radius } = query;
    const hits = collector.page(query.offset, query.limit).map(({ band, row }) => ({
      id: band.id[row] as number,
      revision: band.revision[row] as number,
      listingId: band.listingId[row] as string,
      ...(radius && {
        miles: roundedMiles(milesBetween(radius.lat, radius.lng, band.lat[row]!, band.lng[row]!)),
      }),
    }));
    return { total, hits };
  }

  /** Cities by name, each with the number of its Active listings (in these sources). */
  countCities(sourceIds: readonly number[] | null): { city: string; count: number }[] {
    const { city, status, source } = this.#words;
    const active = status.find("Active");
    const visible = sourceIds && new Set(sourceIds.map((id) => source.find(String(id))));
    const counts = new Map<number, number>();
    for (const band of this.#bands) {
      for (let row = 0; row < (band?.size ?? 0); row++) {
        if (band?.status[row] !== active || (visible && !visible.has(band?.source[row]))) continue;
        const number = band?.city[row] as number;
        counts.set(number, (counts.get(number) ?? 0) + 1);
      }
    }
    return [...counts]
      .map(([number, count]) => ({ city: city.spellingOf(number), count }))
      .filter((entry) => entry.city !== "")
      .sort((a, b) => (a.city < b.city ? -1 : 1));
  }

  /** Adds a listing or replaces what is known of it. */
  put(row: ListingRow): void {
    const listing = this.#encode(row);
    const number = bandNumber(listing.lat);
    const before = this.#bandOf.get(row.id);
    if (before !== undefined) {
      const band = this.#bands[before] as Band;
      const at = band.rowOf(row.id);
      // NaN is never equal to itself: listings without a position take the longer way.
      if (before === number && band.lng[at] === listing.lng) {
        band.write(at, listing);
        return;
      }
      band.remove(at);
    }
    this.#band(number).insert(listing);
    this.#bandOf.set(row.id, number);
  }

  remove(id: number): void {
    const number = this.#bandOf.get(id);
    if (number === undefined) return;
    const band = this.#bands[number] as Band;
    band.remove(band.rowOf(id));
    this.#bandOf.delete(id);
  }

  /** Adds listings the index does not hold yet, out of order: searches are wrong until `finishLoading`. */
  load(rows: ListingRow[]): void {
    for (const row of rows) {
      const listing = this.#encode(row);
      const number = bandNumber(listing.lat);
      this.#band(number).append(listing);
      this.#bandOf.set(row.id, number);
    }
  }

  finishLoading(): void {
    this.#bands.forEach((band, number) => {
      if (number !== NOWHERE) band?.sortByLongitude();
    });
  }

  #encode(row: ListingRow): IndexedListing {
    const { city, state, status, type, source } = this.#words;
    const listing = {
      ...row,
      city: city.numberOf(row.city),
      state: state.numberOf(row.state),
      status: status.numberOf(row.status),
      type: type.numberOf(row.type),
      source: source.numberOf(String(row.source)),
    };
    if (!Number.isNaN(row.lat)) {
      city.extend(listing.city, row.lat, row.lng);
      state.extend(listing.state, row.lat, row.lng);
    }
    return listing;
  }

  #band(number: number): Band {
    this.#bands[number] ??= new Band();
    return this.#bands[number];
  }
}

/** Up to here a heap of the best rows is faster than keeping all. */
const DEEP = 2000;

function collectorFor({ offset, limit }: ListingQuery, size: number): RowCollector {
  // A page past the end still has the true total: it only counts.
  if (offset >= size) return { offer() {}, page: () => [] };
  return offset + limit <= DEEP ? new TopRows(offset + limit) : new AllRows();
}

function bandNumber(lat: number): number {
  return Number.isNaN(lat) ? NOWHERE : Math.floor((lat + 90) / BAND_DEGREES);
}
