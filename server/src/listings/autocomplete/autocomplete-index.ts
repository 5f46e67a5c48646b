import { KeyTable } from "../../platform/key-table.ts";
import { ListingNames, type NamedListing } from "./listing-names.ts";
import { normalizeId, normalizeName } from "./normalize-name.ts";
import { Places, placeTypes } from "./places.ts";
import { streetQuery } from "./street-words.ts";
import { type Rank, ranks, type Suggestion, SuggestionCollector } from "./suggestion-collector.ts";
import { Vocabulary } from "./vocabulary.ts";

export type SuggestedListing = {
  id: number;
  listingId: string;
  source: number;
  status: string;
  /** Null when it must not be shown. */
  address: string | null;
  city: string | null;
  county: string | null;
  zip: string | null;
  type: string;
};

type Search = { sources: readonly number[] | null; prefix: Rank; word: Rank };

const PLACES = placeTypes.length;
/** Addresses with a word in common that are compared, at most. */
const MAX_COMPARED_ADDRESSES = 200;
/** Corrections of a misspelt word, and corrected queries. */
const MAX_CORRECTIONS = 5;

/**
 * Completions of a prefix: places and types by name, each with the number of its Active listings, as
 * `GET /api/properties/cities/list` counts them; addresses and listing ids of all public listings, sold ones included, because
 * a visitor who types one wants exactly that listing. Updated listing by listing and kept by source, so that a tenant gets
 * completions from its own sources only.
 */
export class AutocompleteIndex {
  readonly #vocabulary = new Vocabulary();
  readonly #places = new Places(this.#vocabulary);
  readonly #bySource = new Map<number, ListingNames>();
  readonly #slots = new KeyTable();
  readonly #free: number[] = [];
  readonly #ids: string[] = [];
  readonly #streets: (string | null)[] = [];
  #named = new Int32Array(1024 * PLACES);
  #sources = new Int32Array(1024);
  #active = new Uint8Array(1024);

  put(listing: SuggestedListing): void {
    const before = this.#slots.get(listing.id);
    const named = placeTypes.map((type) =>
      this.#places.numberOf(type, type === "property_type" ? listing.type : listing[type]),
    );
    if (before !== -1 && this.#isSame(before, listing, named)) return;
    if (before !== -1) this.remove(listing.id);
    const slot = this.#free.pop() ?? this.#ids.length;
    this.#slots.set(listing.id, slot);
    this.#ids[slot] = listing.listingId;
    this.#streets[slot] = listing.address;
    this.#grow(slot);
    this.#named.set(named, slot * PLACES);
    this.#sources[slot] = listing.source;
    this.#active[slot] = Number(listing.status === "Active");
    this.#count(slot, 1);
    this.#namesOf(listing.source).add(slot);
  }

  remove(id: number): void {
    const slot = this.#slots.get(id);
    if (slot === -1) return;
    this.#namesOf(this.#sources[slot] as number).remove(slot);
    this.#count(slot, -1);
    this.#slots.delete(id);
    this.#free.push(slot);
    this.#ids[slot] = "";
    this.#streets[slot] = null;
  }

  /**
   * Suggestions, best first: names that begin with the query, then names of which a later word does, then the same for the query
   * with its typos corrected. Within each, those with the most listings first, then by name.
   */
  suggest(query: string, sources: readonly number[] | null, limit: number): Suggestion[] {
    const found = new SuggestionCollector(limit);
    this.#collect(query, found, { sources, prefix: ranks.prefix, word: ranks.word });
    if (found.hasEnough(ranks.word)) return found.best();
    for (const corrected of this.#correctedQueries(query)) {
      this.#collect(corrected, found, { sources, prefix: ranks.correctedPrefix, word: ranks.correctedWord });
    }
    return found.best();
  }

  #collect(query: string, found: SuggestionCollector, { sources, prefix, word }: Search): void {
    const { key } = normalizeName(query);
    if (key === "") return;
    this.#places.visit(key, (number, isInner) => {
      const count = this.#places.countActive(number, sources);
      if (count > 0) found.add({ ...this.#places.get(number), count }, isInner ? word : prefix);
    });
    const search = { address: streetQuery(query), listing_id: normalizeId(query) };
    const all = (sources ?? [...this.#bySource.keys()]).flatMap((source) => this.#bySource.get(source) ?? []);
    for (const type of ["address", "listing_id"] as const) {
      const add = (slot: number, rank: Rank) =>
        found.add({ type, text: this.#textOf(type, slot), count: 1 }, rank);
      for (const names of all) {
        // Visited in the order in which they are shown: the first of each source are enough.
        let [seen, added] = [0, 0];
        names.visit(type, "beginning", search[type], (slot) => {
          if (add(slot, prefix)) added++;
          return added < found.limit && ++seen < MAX_COMPARED_ADDRESSES;
        });
      }
    }
    if (found.hasEnough(prefix)) return;
    for (const type of ["address", "listing_id"] as const) {
      let seen = 0;
      for (const names of all) {
        names.visit(type, "inner", search[type], (slot) => {
          found.add({ type, text: this.#textOf(type, slot), count: 1 }, word);
          return ++seen < MAX_COMPARED_ADDRESSES;
        });
      }
    }
  }

  /** The query with its misspelt words corrected; its last word may be incomplete. */
  #correctedQueries(query: string): string[] {
    const { words } = normalizeName(query);
    let queries: string[][] = [[]];
    let isCorrected = false;
    words.forEach((word, nth) => {
      const last = nth === words.length - 1;
      const corrections =
        this.#vocabulary.has(word) && !last ? [] : this.#vocabulary.corrections(word, last, MAX_CORRECTIONS);
      isCorrected ||= corrections.length > 0;
      const choices = corrections.length > 0 ? corrections : [word];
      queries = queries
        .flatMap((query) => choices.map((choice) => [...query, choice]))
        .slice(0, MAX_CORRECTIONS);
    });
    return isCorrected ? queries.map((query) => query.join(" ")) : [];
  }

  #namesOf(source: number): ListingNames {
    let names = this.#bySource.get(source);
    if (!names) {
      names = new ListingNames((slot) => this.#listingIn(slot), this.#vocabulary);
      this.#bySource.set(source, names);
    }
    return names;
  }

  #listingIn(slot: number): NamedListing {
    return {
      listingId: this.#ids[slot] as string,
      street: this.#streets[slot] ?? null,
      city: this.#cityOf(slot),
    };
  }

  #cityOf(slot: number): string | null {
    const number = this.#named[slot * PLACES] as number;
    return number === -1 ? null : this.#places.get(number).text;
  }

  #textOf(type: "address" | "listing_id", slot: number): string {
    if (type === "listing_id") return this.#ids[slot] as string;
    const city = this.#cityOf(slot);
    return `${this.#streets[slot]}${city === null ? "" : `, ${city}`}`;
  }

  #count(slot: number, change: 1 | -1): void {
    const [source, active] = [this.#sources[slot] as number, this.#active[slot] === 1];
    for (let nth = 0; nth < PLACES; nth++) {
      this.#places.count(this.#named[slot * PLACES + nth] as number, source, active, change);
    }
  }

  /** True for most changes, which are of prices and photos. */
  #isSame(slot: number, listing: SuggestedListing, named: number[]): boolean {
    return (
      this.#ids[slot] === listing.listingId &&
      this.#streets[slot] === listing.address &&
      this.#sources[slot] === listing.source &&
      this.#active[slot] === Number(listing.status === "Active") &&
      named.every((number, nth) => this.#named[slot * PLACES + nth] === number)
    );
  }

  #grow(slot: number): void {
    if (slot < this.#sources.length) return;
    const length = this.#sources.length + (this.#sources.length >> 1);
    const [named, sources, active] = [this.#named, this.#sources, this.#active];
    this.#named = new Int32Array(length * PLACES);
    this.#sources = new Int32Array(length);
    this.#active = new Uint8Array(length);
    this.#named.set(named);
    this.#sources.set(sources);
    this.#active.set(active);
  }
}
