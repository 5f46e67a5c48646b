import { IdSet } from "../../platform/id-set.ts";
import { KeywordMatches } from "../keywords/keyword-search.ts";
import type { SourceStates } from "../rules/source-states.ts";
import { ListingIndex, type ListingRow } from "../search-index/listing-index.ts";
import type { ListingFilters } from "../search-index/listing-query.ts";
import { type ListingState, rowOfState, wordsOfState } from "./listing-state.ts";

/** The index keeps every word that it has seen: after so many listings it is made again. */
const LISTINGS_AN_INDEX = 5000;

/**
 * Whether one listing matches filters: the listing index itself with that listing alone, so that a saved search finds what a search
 * finds. `keywords` are compared with the listing's own words.
 */
export class SingleListing {
  #index = new ListingIndex();
  #listings = 0;
  #id = 0;
  #state: ListingState | null = null;
  #row: ListingRow | null = null;
  #words: ReadonlySet<string> | null = null;
  readonly #sources: SourceStates;

  constructor(sources: SourceStates) {
    this.#sources = sources;
  }

  /** What the public sees of the listing that is compared; null when it is not public. */
  get row(): ListingRow | null {
    return this.#row;
  }

  /** Made when they are asked for. */
  get words(): ReadonlySet<string> {
    this.#words ??= this.#state ? wordsOfState(this.#state, this.#sources) : new Set();
    return this.#words;
  }

  /** Takes the listing of this state in place of the one before. */
  set(state: ListingState | null): void {
    this.setRow(state && rowOfState(state, this.#sources));
    this.#state = state;
  }

  /** The same with what the public sees of it, for tests and benchmarks. @param words those of its texts. */
  setRow(row: ListingRow | null, words: ReadonlySet<string> | null = null): void {
    if (this.#id !== 0) this.#index.remove(this.#id);
    if (++this.#listings % LISTINGS_AN_INDEX === 0) this.#index = new ListingIndex();
    this.#id = row?.id ?? 0;
    this.#row = row;
    this.#state = null;
    this.#words = words;
    if (row) this.#index.put(row);
  }

  /** @param keywords words of the filter of that name. */
  matches(filters: ListingFilters, keywords: readonly string[] | null): boolean {
    if (this.#row === null) return false;
    if (keywords === null) return this.#index.matching(filters).length === 1;
    if (!keywords.every((word) => this.words.has(word))) return false;
    const own = new KeywordMatches(keywords, IdSet.from([this.#id]), { version: "", isWhole: true });
    return this.#index.matching({ ...filters, keywords: own }).length === 1;
  }
}
