import { PolygonTooCostly } from "../polygon/polygon-region.ts";
import type { Bitmap } from "./bitmap.ts";
import { type CompiledQuery, compileQuery } from "./compiled-query.ts";
import type { Dictionaries } from "./dictionaries.ts";
import type { IndexedListings } from "./indexed-listings.ts";
import type { ListingFilters } from "./listing-query.ts";
import { Matches } from "./matches.ts";
import { countBits } from "./word-kernels.ts";

/** The index as answers about several searches at once read it: all matches as bits. */
export class CountedIndex {
  readonly listings: IndexedListings;
  readonly dictionaries: Dictionaries;
  readonly #matches = new Matches();

  constructor(listings: IndexedListings, dictionaries: Dictionaries) {
    this.listings = listings;
    this.dictionaries = dictionaries;
  }

  /** Of a bitmap that answers use. */
  get words(): number {
    return this.listings.shape.words;
  }

  /** A new bitmap of the listings that match; of those in `within` alone, where it is given. `mostCompared`: see polygonRegion. */
  matchBits(filters: ListingFilters, within?: Bitmap, mostCompared?: number): Bitmap {
    const compiled = compileQuery(filters, this.dictionaries, this.listings, mostCompared);
    if (compiled === null) return new Int32Array(this.words);
    this.#matches.find(compiled, this.listings, within);
    return this.#matches.bits(this.words).slice(0, this.words);
  }

  /**
   * The same within each of several bitmaps: null for those for which a polygon is too costly, because its bound is one for all of
   * them together. The first one comes first, then those with fewest listings.
   */
  matchBitsOfEach(filters: ListingFilters, each: readonly Bitmap[]): (Bitmap | null)[] {
    const compiled = compileQuery(filters, this.dictionaries, this.listings);
    const sizes = each.map((bits) => countBits(bits, 0, bits.length));
    const matching: (Bitmap | null)[] = each.map(() => null);
    const others = [...each.keys()].slice(1);
    others.sort((a, b) => (sizes[a] as number) - (sizes[b] as number));
    for (const nth of [0, ...others]) matching[nth] = this.#affordable(compiled, each[nth] as Bitmap);
    return matching;
  }

  #affordable(compiled: CompiledQuery | null, within: Bitmap): Bitmap | null {
    if (compiled === null) return new Int32Array(this.words);
    try {
      this.#matches.find(compiled, this.listings, within);
      return this.#matches.bits(this.words).slice(0, this.words);
    } catch (error) {
      if (error instanceof PolygonTooCostly) return null;
      throw error;
    }
  }

  /** Whether one listing matches. */
  matches(id: number, filters: ListingFilters): boolean {
    const ordinal = this.listings.ordinalOf(id);
    if (ordinal < 0) return false;
    const only = new Int32Array(this.words);
    only[ordinal >>> 5] = 1 << (ordinal & 31);
    return this.matchBits(filters, only).some((word) => word !== 0);
  }

  idOf(ordinal: number): number {
    return this.listings.columns.id[ordinal] as number;
  }

  /** See storedOpenHouses; empty for a listing that is not here. */
  openHousesOf(id: number): string {
    const ordinal = this.listings.ordinalOf(id);
    return ordinal < 0 ? "" : this.listings.openHousesOf(ordinal);
  }
}
