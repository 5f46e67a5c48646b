import { AutocompleteIndex } from "../autocomplete/autocomplete-index.ts";
import type { Suggestion } from "../autocomplete/suggested.ts";
import { milesBetween, roundedMiles } from "../distance.ts";
import { AllIds } from "./all-ids.ts";
import { AllRows } from "./all-rows.ts";
import { Band, type IndexedListing } from "./band.ts";
import { compileQuery, type Dictionaries } from "./compiled-query.ts";
import { Dictionary } from "./dictionary.ts";
import { IdOrder } from "./id-order.ts";
import type { ListingFilters, ListingHit, ListingHits, ListingQuery, SortField } from "./listing-query.ts";
import { PlaceCounts, type PlaceNames } from "./place-counts.ts";
import type { RowCollector } from "./ranked.ts";
import { scan } from "./scan.ts";
import { TopRows } from "./top-rows.ts";
import { UnplacedBand } from "./unplaced-band.ts";

/** A public listing as the database has it. Absent values are null. */
export type ListingRow = Omit<IndexedListing, keyof Dictionaries | "slot"> & {
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

  readonly #order = new IdOrder();
  readonly #places = new PlaceCounts();
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
    const collector = this.#collectorFor(query);
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

  /**
   * The best of the matches that `accepts` takes, at most `limit`. It is asked only of those that would be among the best, as
   * what it looks at is not in the index.
   */
  best(
    filters: ListingFilters,
    sort: { by: SortField; descending: boolean },
    { limit, accepts }: { limit: number; accepts: (id: number) => boolean },
  ): number[] {
    const top = new TopRows(limit, this.#order);
    this.#scan(filters, sort, {
      offer: (key, band, row) => {
        if (top.wouldKeep(key, band, row) && accepts(band.id[row] as number)) top.offer(key, band, row);
      },
    });
    return top.page(0, limit).map(({ band, row }) => band.id[row] as number);
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
    return this.#places.activeByCity(this.#sourceNumbers(sourceIds), this.#words.city);
  }

  /** Where there are listings (of these sources), as they spell it. */
  placeNames(sourceIds: readonly number[] | null): PlaceNames {
    return this.#places.names(this.#sourceNumbers(sourceIds), this.#words);
  }

  #sourceNumbers(sourceIds: readonly number[] | null): number[] | null {
    return sourceIds?.flatMap((id) => this.#words.source.find(String(id)) ?? []) ?? null;
  }

  /** Whether a listing is there. */
  holds(id: number): boolean {
    return this.#bandOf.has(id);
  }

  /** Adds a listing or replaces what is known of it. */
  put(row: ListingRow): void {
    this.#autocomplete.put(row);
    const number = bandNumber(row.lat);
    const before = this.#bandOf.get(row.id);
    if (before === undefined) {
      this.#band(number).insert(this.#encode(row, this.#order.insert(row.listingId)));
      this.#bandOf.set(row.id, number);
      return;
    }
    const band = this.#bands[before] as Band;
    const at = band.rowOf(row.id);
    this.#discount(band, at);
    const listing = this.#encode(row, this.#slotOf(row.listingId, band, at));
    // Without a position every longitude is NaN, which is equal to itself here alone.
    if (before === number && Object.is(band.lng[at], listing.lng)) {
      band.write(at, listing);
      return;
    }
    band.remove(at);
    this.#band(number).insert(listing);
    this.#bandOf.set(row.id, number);
  }

  remove(id: number): void {
    this.#autocomplete.remove(id);
    const number = this.#bandOf.get(id);
    if (number === undefined) return;
    const band = this.#bands[number] as Band;
    const row = band.rowOf(id);
    this.#discount(band, row);
    this.#order.remove(band.listingId[row] as string, band.slot[row] as number);
    band.remove(row);
    this.#bandOf.delete(id);
  }

  /** Adds listings the index does not hold yet, out of order: searches are wrong until `finishLoading`. */
  load(rows: ListingRow[]): void {
    for (const row of rows) {
      this.#autocomplete.put(row);
      const listing = this.#encode(row, this.#order.insert(row.listingId));
      const number = bandNumber(listing.lat);
      this.#band(number).append(listing);
      this.#bandOf.set(row.id, number);
    }
  }

  finishLoading(): void {
    this.#bands.forEach((band, number) => {
      if (number !== NOWHERE) band?.sortByLongitude();
    });
    this.#orderSlots();
  }

  /** Slots in the order of the scan: what it reads of them lies together. Nothing has left yet, so there are no free ones. */
  #orderSlots(): void {
    const slots = new Int32Array(this.size);
    let next = 0;
    for (const band of this.#bands) {
      for (let row = 0; row < (band?.size ?? 0); row++) {
        slots[band?.slot[row] as number] = next;
        (band as Band).slot[row] = next++;
      }
    }
    this.#order.renumber((slot) => slots[slot] as number);
  }

  /** The listing as the index has it, counted at its places. */
  #encode(row: ListingRow, slot: number): IndexedListing {
    const { city, state, status, type, source, county, zip, subtype } = this.#words;
    const listing = {
      ...row,
      slot,
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
    this.#places.add(listing, this.#isActive(listing.status));
    return listing;
  }

  #discount(band: Band, row: number): void {
    const at = (column: "city" | "county" | "zip" | "source" | "status") => band[column][row] as number;
    const [status, source] = [at("status"), at("source")];
    const places = { city: at("city"), county: at("county"), zip: at("zip") };
    this.#places.remove({ ...places, source, status }, this.#isActive(status));
  }

  #isActive(status: number): boolean {
    return status === this.#words.status.find("Active");
  }

  /** A listing keeps its slot as long as it keeps its listing_id. */
  #slotOf(listingId: string, band: Band, row: number): number {
    const slot = band.slot[row] as number;
    if (band.listingId[row] === listingId) return slot;
    this.#order.remove(band.listingId[row] as string, slot);
    return this.#order.insert(listingId);
  }

  #collectorFor({ offset, limit }: ListingQuery): RowCollector {
    // A page past the end still has the true total: it only counts.
    if (offset >= this.size) return { offer() {}, page: () => [] };
    if (offset + limit <= DEEP) return new TopRows(offset + limit, this.#order);
    return new AllRows(this.size, this.#order);
  }

  #band(number: number): Band {
    this.#bands[number] ??= number === NOWHERE ? new UnplacedBand() : new Band();
    return this.#bands[number];
  }
}

/** Up to here a heap of the best rows is faster than keeping all. */
const DEEP = 2000;

function bandNumber(lat: number): number {
  return Number.isNaN(lat) ? NOWHERE : Math.floor((lat + 90) / BAND_DEGREES);
}
