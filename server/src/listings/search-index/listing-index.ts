import { AutocompleteIndex } from "../autocomplete/autocomplete-index.ts";
import type { Suggestion } from "../autocomplete/suggested.ts";
import { milesBetween, roundedMiles } from "../distance.ts";
import { AllIds } from "./all-ids.ts";
import { AllRows } from "./all-rows.ts";
import { Band, type IndexedListing } from "./band.ts";
import { compileQuery, type Dictionaries } from "./compiled-query.ts";
import { Dictionary } from "./dictionary.ts";
import type { ListingFilters, ListingHit, ListingHits, ListingQuery, SortField } from "./listing-query.ts";
import type { RowCollector } from "./ranked.ts";
import { scan } from "./scan.ts";
import { TopRows } from "./top-rows.ts";

/** A public listing as the database has it. Absent values are null. */
export type ListingRow = Omit<IndexedListing, keyof Dictionaries> & {
  city: string | null;
  state: string | null;
  status: string;
  type: string;
  source: number;
  county: string | null;
  zip: string | null;
  subtype: string | null;
  /** Null when it is not to be shown. */
  address: string | null;
};

export type PlaceNames = { cities: string[]; counties: string[]; zips: string[] };

const PLACES = ["city", "county", "zip"] as const;

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
    county: new Dictionary(),
    zip: new Dictionary(),
    subtype: new Dictionary(),
  };

  readonly #autocomplete = new AutocompleteIndex();

  get size(): number {
    return this.#bandOf.size;
  }

  /** See AutocompleteIndex. */
  suggest(query: string, sourceIds: readonly number[] | null, limit: number): Suggestion[] {
    return this.#autocomplete.suggest(query, sourceIds, limit);
  }

  /** Exact total and one page, best first; ties by listing_id ascending, in either order. */
  search(query: ListingQuery): ListingHits {
    const collector = collectorFor(query, this.size);
    const total = this.#scan(query, query.sort, collector);
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

  /** The ids of all listings that match, in no order. */
  matching(filters: ListingFilters): Float64Array {
    const ids = new AllIds(this.size);
    this.#scan(filters, { by: "list_price", descending: false }, ids);
    return ids.found();
  }

  /** Offers every match to `collector`, and returns how many there are. */
  #scan(
    filters: ListingFilters,
    sort: { by: SortField; descending: boolean },
    collector: Pick<RowCollector, "offer">,
  ): number {
    const compiled = compileQuery(filters, this.#words);
    if (compiled === null) return 0;
    const { minLat, maxLat, minLng, maxLng } = compiled.area;
    let total = 0;
    if (minLat <= maxLat && minLng <= maxLng) {
      const last = Math.min(bandNumber(maxLat), BANDS - 1);
      for (let number = Math.max(bandNumber(minLat), 0); number <= last; number++) {
        const band = this.#bands[number];
        if (!band) continue;
        total += scan(band, band.lowerBound(minLng), band.upperBound(maxLng), compiled, sort, collector);
      }
    }
    const nowhere = this.#bands[NOWHERE];
    if (compiled.anywhere && nowhere) total += scan(nowhere, 0, nowhere.size, compiled, sort, collector);
    return total;
  }

  /** Of these ids, in their order, the listings that are there. */
  hitsOf(ids: readonly number[]): ListingHit[] {
    return ids.flatMap((id) => {
      const number = this.#bandOf.get(id);
      if (number === undefined) return [];
      const band = this.#bands[number] as Band;
      const row = band.rowOf(id);
      return { id, revision: band.revision[row] as number, listingId: band.listingId[row] as string };
    });
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

  /** Where there are listings (of these sources), as they spell it. */
  placeNames(sourceIds: readonly number[] | null): PlaceNames {
    const { source, ...words } = this.#words;
    const visible = sourceIds && new Set(sourceIds.map((id) => source.find(String(id))));
    const seen = { city: new Set<number>(), county: new Set<number>(), zip: new Set<number>() };
    for (const band of this.#bands) {
      for (let row = 0; row < (band?.size ?? 0); row++) {
        if (visible && !visible.has(band?.source[row])) continue;
        for (const column of PLACES) seen[column].add(band?.[column][row] as number);
      }
    }
    const namesOf = (column: (typeof PLACES)[number]) =>
      [...seen[column]].map((number) => words[column].spellingOf(number)).filter((name) => name !== "");
    return { cities: namesOf("city"), counties: namesOf("county"), zips: namesOf("zip") };
  }

  /** Adds a listing or replaces what is known of it. */
  put(row: ListingRow): void {
    this.#autocomplete.put(row);
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
    this.#autocomplete.remove(id);
    const number = this.#bandOf.get(id);
    if (number === undefined) return;
    const band = this.#bands[number] as Band;
    band.remove(band.rowOf(id));
    this.#bandOf.delete(id);
  }

  /** Adds listings the index does not hold yet, out of order: searches are wrong until `finishLoading`. */
  load(rows: ListingRow[]): void {
    for (const row of rows) {
      this.#autocomplete.put(row);
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
    const { city, state, status, type, source, county, zip, subtype } = this.#words;
    const listing = {
      ...row,
      city: city.numberOf(row.city),
      state: state.numberOf(row.state),
      status: status.numberOf(row.status),
      type: type.numberOf(row.type),
      source: source.numberOf(String(row.source)),
      county: county.numberOf(row.county),
      zip: zip.numberOf(row.zip),
      subtype: subtype.numberOf(row.subtype),
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
