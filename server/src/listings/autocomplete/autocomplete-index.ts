import { KeyTable } from "../../platform/key-table.ts";
import { TextColumn } from "../search-index/text-column.ts";
import { ListingNames, type NamedListing } from "./listing-names.ts";
import { normalizeId, normalizeName } from "./normalize-name.ts";
import { Places, placeTypes } from "./places.ts";
import { SlotFacts } from "./slot-facts.ts";
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

const CITY = placeTypes.indexOf("city");
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
  readonly #ids = new TextColumn();
  /** Empty where there is none to show. */
  readonly #streets = new TextColumn();
  readonly #facts = new SlotFacts();
  #used = 0;

  put(listing: SuggestedListing): void {
    const before = this.#slots.get(listing.id);
    const named = placeTypes.map((type) =>
      this.#places.numberOf(type, type === "property_type" ? listing.type : listing[type]),
    );
    if (before !== -1 && this.#isSame(before, listing, named)) return;
    if (before !== -1) this.remove(listing.id);
    const slot = this.#free.pop() ?? this.#used++;
    this.#slots.set(listing.id, slot);
    this.#ids.set(slot, listing.listingId);
    this.#streets.set(slot, listing.address ?? "");
    this.#facts.set(slot, named, listing.source, listing.status === "Active");
    this.#count(slot, 1);
    this.#namesOf(listing.source).add(slot);
  }

  remove(id: number): void {
    const slot = this.#slots.get(id);
    if (slot === -1) return;
    this.#namesOf(this.#facts.sourceOf(slot)).remove(slot);
    this.#count(slot, -1);
    this.#slots.delete(id);
    this.#free.push(slot);
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
      listingId: this.#ids.get(slot),
      street: this.#streets.get(slot) || null,
      city: this.#cityOf(slot),
    };
  }

  #cityOf(slot: number): string | null {
    const number = this.#facts.placeOf(slot, CITY);
    return number === -1 ? null : this.#places.get(number).text;
  }

  #textOf(type: "address" | "listing_id", slot: number): string {
    if (type === "listing_id") return this.#ids.get(slot);
    const city = this.#cityOf(slot);
    return `${this.#streets.get(slot)}${city === null ? "" : `, ${city}`}`;
  }

  #count(slot: number, change: 1 | -1): void {
    const [source, active] = [this.#facts.sourceOf(slot), this.#facts.isActive(slot)];
    for (let type = 0; type < placeTypes.length; type++) {
      this.#places.count(this.#facts.placeOf(slot, type), source, active, change);
    }
  }

  /** True for most changes, which are of prices and photos. */
  #isSame(slot: number, listing: SuggestedListing, named: number[]): boolean {
    return (
      this.#ids.get(slot) === listing.listingId &&
      this.#streets.get(slot) === (listing.address ?? "") &&
      this.#facts.sourceOf(slot) === listing.source &&
      this.#facts.isActive(slot) === (listing.status === "Active") &&
      named.every((number, type) => this.#facts.placeOf(slot, type) === number)
    );
  }
}
