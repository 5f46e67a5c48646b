import type { GivenFilters, ListingRow } from "../../listings/index.ts";
import type { SearchStatus } from "../saved-searches.schemas.ts";
import { type Conditions, type Criteria, conditionsOfSearch } from "../searches/criteria.ts";
import type { AlertWish } from "../searches/saved-search-row.ts";
import { type Bits, clearBit, grown, setBit, wordsFor } from "./bits.ts";
import { Bounds, boundedValues } from "./bounds.ts";
import { ConditionsCache, type PackedFilters, packed, unpacked } from "./conditions-cache.ts";
import { properties } from "./demands.ts";
import { Postings } from "./postings.ts";

/** A saved search as the index keeps it. */
export type IndexedSearch = AlertWish & {
  id: number;
  clientId: number;
  brokerageId: number;
  status: SearchStatus;
  /** Changes of listings up to this revision are not new to it. */
  matchingAfter: number;
  filters: GivenFilters;
  criteria: Criteria;
};

/** What is kept of it beside postings and bounds. */
type Kept = Omit<IndexedSearch, "filters" | "criteria"> & PackedFilters & { takesUnknown: boolean };

const FIRST_CAPACITY = 1024;

/**
 * All saved searches in memory, so that a change of a listing finds the searches that it may concern without running them all. Candidates
 * come from bitmaps for each property (`demands.ts`) and from ranges; whether a candidate matches is decided by the listing index
 * (`SingleListing`).
 *
 * Each version of a search has an ordinal of its own. An earlier version's is dead; when half are, everything is built again.
 */
export class SavedSearchIndex {
  #alive: Bits = new Int32Array(0);
  #kept: (Kept | undefined)[] = [];
  readonly #ordinals = new Map<number, number>();
  #postings = properties.map(() => new Postings());
  #brokerages = new Map<number, number>();
  #bounds = new Bounds();
  #candidates: Bits = new Int32Array(0);
  readonly #conditions = new ConditionsCache();

  get size(): number {
    return this.#ordinals.size;
  }

  get ids(): Iterable<number> {
    return this.#ordinals.keys();
  }

  /** The brokerages that have searches. */
  get brokerageIds(): number[] {
    return [...this.#brokerages.keys()];
  }

  has(id: number): boolean {
    return this.#ordinals.has(id);
  }

  /** The stored wishes of a search. */
  get(id: number): Kept | undefined {
    return this.#kept[this.#ordinals.get(id) ?? -1];
  }

  /** Adds a search or replaces what is known of it. */
  put({ filters, criteria, ...search }: IndexedSearch): void {
    this.remove(search.id);
    const conditions = conditionsOfSearch(filters, criteria);
    const { includeUnknown = false, unknownOf = [] } = conditions.filters;
    const takesUnknown = includeUnknown || unknownOf.length > 0;
    this.#add({ ...search, ...packed(filters, criteria, conditions), takesUnknown }, conditions);
  }

  remove(id: number): void {
    const ordinal = this.#ordinals.get(id);
    if (ordinal === undefined) return;
    const { brokerageId } = this.#kept[ordinal] as Kept;
    const left = (this.#brokerages.get(brokerageId) ?? 1) - 1;
    if (left === 0) this.#brokerages.delete(brokerageId);
    else this.#brokerages.set(brokerageId, left);
    this.#ordinals.delete(id);
    this.#kept[ordinal] = undefined;
    clearBit(this.#alive, ordinal);
    this.#conditions.delete(id);
    if (this.#kept.length > FIRST_CAPACITY && this.#kept.length > 2 * this.size) this.#rebuild();
  }

  /**
   * The searches that may match a listing, in no order: a superset of those that do.
   *
   * @param words those of the listing's texts, called where a search has `keywords`.
   * @param sees whether a brokerage shows the listing's source.
   */
  candidates(
    row: ListingRow,
    words: () => ReadonlySet<string>,
    sees: (brokerageId: number) => boolean,
  ): Kept[] {
    const candidates = this.#narrowed(row, words);
    const values = boundedValues(row);
    const found: Kept[] = [];
    for (let word = 0; word < candidates.length; word++) {
      let bits = candidates[word] as number;
      while (bits !== 0) {
        const ordinal = word * 32 + 31 - Math.clz32(bits & -bits);
        bits &= bits - 1;
        const kept = this.#kept[ordinal] as Kept;
        if (!sees(kept.brokerageId)) continue;
        if (this.#bounds.hold(ordinal, values, kept.takesUnknown)) found.push(kept);
      }
    }
    return found;
  }

  /** What decides whether a listing matches a search. Those that were asked for last are kept. */
  conditionsOf(search: Kept): Conditions {
    return this.#conditions.get(search.id, search);
  }

  #narrowed(row: ListingRow, words: () => ReadonlySet<string>): Bits {
    if (this.#candidates.length !== this.#alive.length) this.#candidates = new Int32Array(this.#alive.length);
    const candidates = this.#candidates;
    candidates.set(this.#alive);
    properties.forEach(({ valuesOf }, nth) => {
      const postings = this.#postings[nth] as Postings;
      if (postings.isUsed) postings.narrow(candidates, valuesOf(row, words));
    });
    return candidates;
  }

  #add(kept: Kept, conditions: Conditions): void {
    const ordinal = this.#kept.push(kept) - 1;
    this.#reserve(ordinal + 1);
    setBit(this.#alive, ordinal);
    this.#ordinals.set(kept.id, ordinal);
    this.#brokerages.set(kept.brokerageId, (this.#brokerages.get(kept.brokerageId) ?? 0) + 1);
    properties.forEach(({ demanded }, nth) => {
      (this.#postings[nth] as Postings).add(ordinal, demanded(conditions));
    });
    this.#bounds.set(ordinal, conditions.filters);
  }

  #reserve(ordinals: number): void {
    const words = this.#alive.length;
    if (wordsFor(ordinals) <= words) return;
    const larger = Math.max(wordsFor(FIRST_CAPACITY), words * 2);
    this.#alive = grown(this.#alive, larger);
    for (const postings of this.#postings) postings.grow(larger);
    this.#bounds.grow(larger * 32);
  }

  /** Without the ordinals of versions that are gone. */
  #rebuild(): void {
    const all = this.#kept.filter((kept) => kept !== undefined);
    this.#alive = new Int32Array(0);
    this.#kept = [];
    this.#ordinals.clear();
    this.#brokerages = new Map();
    this.#postings = properties.map(() => new Postings());
    this.#bounds = new Bounds();
    for (const kept of all) this.#add(kept, unpacked(kept));
  }
}

export type KeptSearch = Kept;
