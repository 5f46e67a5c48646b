import { IdSet } from "../../platform/id-set.ts";
import { AutocompleteIndex, type SuggestedListing } from "../autocomplete/autocomplete-index.ts";
import type { Suggestion } from "../autocomplete/suggestion-collector.ts";
import { milesBetween, roundedMiles } from "../distance.ts";
import type { WordColumn } from "./columns.ts";
import { compileQuery } from "./compiled-query.ts";
import { CountedIndex } from "./counted-index.ts";
import { createDictionaries, type Dictionaries, numbersOf, spellingsOf } from "./dictionaries.ts";
import type { Area, ReadFound } from "./found-listings.ts";
import { type IndexOutline, type IndexPart, ordinalsOf, partsOf } from "./index-part.ts";
import { IndexedListings } from "./indexed-listings.ts";
import type { ListingFilters, ListingHit, ListingHits, ListingQuery } from "./listing-query.ts";
import type { ListingRow } from "./listing-row.ts";
import { Matches } from "./matches.ts";
import { pageByDistance } from "./nearest-page.ts";
import { PlaceCounts, type PlaceNames } from "./place-counts.ts";
import { bothRegions } from "./region.ts";
import { type Page, ResultPages } from "./result-page.ts";
import { sortColumns } from "./sort-orders.ts";
import { orderPlace, type Sort, sortPlace } from "./sort-place.ts";

export type { ListingRow } from "./listing-row.ts";

/** The first part that `best` looks at, and by how much the parts grow. */
const FIRST_PART = 1000;
const PART_GROWTH = 4;
const COMPLETIONS_A_STEP = 20;

/**
 * All public listings in memory, searched exactly: PostgreSQL stays the truth, this is the copy that answers. A search intersects a
 * bitmap for each of its conditions. Why not in SQL, nor in a tree: docs/decisions/listing-search-in-process.md.
 */
export class ListingIndex {
  readonly #words: Dictionaries;
  readonly #listings = new IndexedListings();
  readonly #matches = new Matches();
  /** For facets, near misses and reasons. */
  readonly counted: CountedIndex;
  readonly #results = new ResultPages();
  readonly #places: PlaceCounts;
  readonly #autocomplete = new AutocompleteIndex();

  /** @param outline of the index that `loadPart` has its parts from. */
  constructor(outline?: IndexOutline) {
    this.#words = createDictionaries(outline?.words);
    this.counted = new CountedIndex(this.#listings, this.#words);
    this.#places = new PlaceCounts(this.#words);
    if (outline) this.#listings.restore(outline.layout);
  }

  get size(): number {
    return this.#listings.size;
  }

  /** See AutocompleteIndex. */
  suggest(query: string, sourceIds: readonly number[] | null, limit: number): Suggestion[] {
    return this.#autocomplete.suggest(query, sourceIds, limit);
  }

  /** Exact total and one page, best first; ties by listing_id ascending, in either order. */
  search(query: ListingQuery): ListingHits {
    if (!this.#find(query)) return { total: 0, hits: [], next: null };
    const { columns } = this.#listings;
    const { radius, sort, after, offset, limit } = query;
    // One more, which shows whether something follows.
    const ordinals = this.#page(query, sort, {
      offset,
      limit: limit + 1,
      after: after && orderPlace(after, sort, this.#listings.ids),
    });
    const follows = ordinals.length > limit;
    if (follows) ordinals.pop();
    const hits = ordinals.map((ordinal) => {
      const hit = this.#hit(ordinal);
      if (!radius) return hit;
      const [lat, lng] = [columns.lat[ordinal] as number, columns.lng[ordinal] as number];
      return { ...hit, miles: roundedMiles(milesBetween(radius.lat, radius.lng, lat, lng)) };
    });
    const last = follows ? ordinals.at(-1) : undefined;
    const next = last === undefined ? null : sortPlace(last, hits.at(-1) as ListingHit, sort, columns);
    return { total: this.#matches.total, hits, next };
  }

  /**
   * The best of the matches that `accepts` takes, at most `limit`. It is called only for those that would be among the best, as
   * what it looks at is not in the index.
   */
  best(
    filters: ListingFilters,
    sort: Sort,
    { limit, accepts }: { limit: number; accepts: (id: number) => boolean },
  ): number[] {
    const ids: number[] = [];
    if (!this.#find(filters)) return ids;
    for (
      let offset = 0, part = FIRST_PART;
      offset < this.#matches.total;
      offset += part, part *= PART_GROWTH
    ) {
      for (const ordinal of this.#page(filters, sort, { offset, limit: part })) {
        const id = this.#listings.columns.id[ordinal] as number;
        if (accepts(id)) ids.push(id);
        if (ids.length === limit) return ids;
      }
    }
    return ids;
  }

  /** The ids of all listings that match, in no order. */
  matching(filters: ListingFilters): Float64Array {
    if (!this.#find(filters)) return new Float64Array(0);
    const ordinals = this.#matches.list();
    const { id } = this.#listings.columns;
    const ids = new Float64Array(ordinals.length);
    for (let nth = 0; nth < ordinals.length; nth++) ids[nth] = id[ordinals[nth] as number] as number;
    return ids;
  }

  /** The same as a set of ids, which later changes of the index do not touch: a bit for each id when they are many. */
  matchingSet(filters: ListingFilters): IdSet {
    if (!this.#find(filters)) return IdSet.from([]);
    return IdSet.ofDistinct(this.#matches.list(), this.#listings.columns.id);
  }

  /** What `read` makes of the matches (in an area), which are valid until it returns; null when nothing can match. */
  readMatches<Result>(filters: ListingFilters, area: Area, read: ReadFound<Result>): Result | null {
    if (!this.#find(filters, area)) return null;
    return read({ matches: this.#matches, listings: this.#listings, words: this.#words });
  }

  /** @returns false when a word of the query occurs in no listing. */
  #find(filters: ListingFilters, area: Area = null): boolean {
    const compiled = compileQuery(filters, this.#words, this.#listings);
    if (compiled === null) return false;
    if (area) compiled.region = compiled.region ? bothRegions(area, compiled.region) : area;
    this.#matches.find(compiled, this.#listings);
    return true;
  }

  #page(filters: ListingFilters, sort: Sort, page: Page): number[] {
    if (page.offset >= this.#matches.total || page.limit === 0) return [];
    const listings = this.#listings;
    if (sort.by === "distance_miles") {
      if (!filters.radius) throw new Error("A search without a radius cannot be sorted by distance");
      const by = { circle: filters.radius, descending: sort.descending };
      const results = { ...listings.shape, results: this.#results };
      return pageByDistance(this.#matches, by, listings, results, page);
    }
    const column = sortColumns[sort.by];
    const range = column === "listDay" ? undefined : filters[column];
    return this.#results.page(
      this.#matches,
      {
        descending: sort.descending,
        column: listings.columns[column],
        order: listings.orders.of(column, sort.descending),
        ranges: listings.ranges[column],
        bounds: range ? { min: range.min ?? -Infinity, max: range.max ?? Infinity } : null,
      },
      listings.shape,
      page,
    );
  }

  #hit(ordinal: number): ListingHit {
    const { id, revision } = this.#listings.columns;
    return {
      id: id[ordinal] as number,
      revision: revision[ordinal] as number,
      listingId: this.#listings.listingIdOf(ordinal),
    };
  }

  /** Of these ids, in their order, the listings that are there. */
  hitsOf(ids: readonly number[]): ListingHit[] {
    return ids.flatMap((id) => {
      const ordinal = this.#listings.ordinalOf(id);
      return ordinal === -1 ? [] : [this.#hit(ordinal)];
    });
  }

  /** Cities by name, each with the number of its Active listings (in these sources). */
  countCities(sourceIds: readonly number[] | null): { city: string; count: number }[] {
    return this.#places.activeByCity(this.#sourceNumbers(sourceIds));
  }

  /** Where there are listings (of these sources), as they spell it. */
  placeNames(sourceIds: readonly number[] | null): PlaceNames {
    return this.#places.names(this.#sourceNumbers(sourceIds));
  }

  #sourceNumbers(sourceIds: readonly number[] | null): number[] | null {
    return sourceIds?.flatMap((id) => this.#words.source.find(String(id)) ?? []) ?? null;
  }

  /** Whether a listing is there. */
  holds(id: number): boolean {
    return this.#listings.ordinalOf(id) !== -1;
  }

  /** Adds a listing or replaces what is known of it. */
  put(row: ListingRow): void {
    this.#autocomplete.put(row);
    const ordinal = this.#listings.ordinalOf(row.id);
    if (ordinal !== -1) this.#discount(ordinal);
    const listing = this.#numbered(row);
    this.#listings.put(listing, { ...row, features: listing.features });
  }

  remove(id: number): void {
    this.#autocomplete.remove(id);
    const ordinal = this.#listings.ordinalOf(id);
    if (ordinal === -1) return;
    this.#discount(ordinal);
    this.#listings.remove(ordinal);
  }

  /** Adds listings the index does not hold yet, out of order: searches are wrong until `finishLoading` has ended. */
  load(rows: ListingRow[]): void {
    for (const row of rows) {
      const listing = this.#numbered(row);
      this.#listings.append(listing, { ...row, features: listing.features });
    }
  }

  /** The same with the next part of another index, whose outline this one has. */
  loadPart(part: IndexPart): void {
    this.#listings.appendPart(part);
    const { city, county, zip, source, status } = part.columns;
    for (let nth = 0; nth < status.length; nth++) {
      const at = (column: Int32Array) => column[nth] as number;
      const places = { city: at(city), county: at(county), zip: at(zip), source: at(source) };
      this.#places.add(places, this.#isActive(at(status)));
    }
  }

  /** Some milliseconds of work between two results. */
  *finishLoading(): Generator<void> {
    yield* this.#listings.arrange();
  }

  /** Completions of what was loaded, which `suggest` does not know before: a millisecond of work between two results. */
  *loadCompletions(): Generator<void> {
    for (const ordinals of ordinalsOf(this.#listings, COMPLETIONS_A_STEP)) {
      for (const ordinal of ordinals) this.#autocomplete.put(this.#named(ordinal));
      yield;
    }
  }

  /**
   * The listings of revisions up to `through`, some thousand a part, each as it is when its part is made: what has changed since is to be
   * put or removed after the last part was loaded. The outline is to be stored after the last part.
   */
  parts(through: number): Generator<IndexPart> {
    return partsOf(this.#listings, through);
  }

  get outline(): IndexOutline {
    return { words: spellingsOf(this.#words), layout: this.#listings.pages.layout };
  }

  #named(ordinal: number): SuggestedListing {
    const { columns } = this.#listings;
    const word = (column: WordColumn) =>
      this.#words[column].spellingOf(columns[column][ordinal] as number) || null;
    return {
      id: columns.id[ordinal] as number,
      listingId: this.#listings.listingIdOf(ordinal),
      address: this.#listings.addressOf(ordinal),
      source: Number(word("source")),
      status: word("status") ?? "",
      city: word("city"),
      county: word("county"),
      zip: word("zip"),
      type: word("type") ?? "",
    };
  }

  /** The listing in the index's numbers, counted at its places. */
  #numbered(row: ListingRow) {
    const listing = { ...row, ...numbersOf(row, this.#words) };
    this.#places.add(listing, this.#isActive(listing.status));
    return listing;
  }

  #discount(ordinal: number): void {
    const { columns } = this.#listings;
    const at = (column: "city" | "county" | "zip" | "source" | "status") =>
      columns[column][ordinal] as number;
    const status = at("status");
    const places = { city: at("city"), county: at("county"), zip: at("zip"), source: at("source") };
    this.#places.remove(places, this.#isActive(status));
  }

  #isActive(status: number): boolean {
    return status === this.#words.status.find("Active");
  }
}
