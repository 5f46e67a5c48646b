import { betterSpelling } from "../search-index/dictionary.ts";
import { NameTrie } from "./name-trie.ts";
import { normalizeName } from "./normalize-name.ts";
import type { Vocabulary } from "./vocabulary.ts";

export const placeTypes = ["city", "county", "zip", "property_type"] as const;
export type PlaceType = (typeof placeTypes)[number];

/** A reference is `number of the place * MAX_WORDS + number of the word`. */
const MAX_WORDS = 8;

type Place = { type: PlaceType; text: string };

/** Cities, counties, zip codes and property types, each with the number of Active listings of every source. */
export class Places {
  readonly #numbers = new Map<string, number>();
  readonly #places: Place[] = [];
  readonly #vocabulary: Vocabulary;
  readonly #active = new Map<number, Int32Array>();
  /** Listings of each place, Active or not: names without listings are no candidates for corrections. */
  readonly #named: number[] = [];
  readonly #trie = new NameTrie((ref) => this.#textFrom(ref));

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  get(number: number): Place {
    return this.#places[number] as Place;
  }

  /** The number of a place, new for an unknown name; -1 for a blank name. Case is ignored. */
  numberOf(type: PlaceType, text: string | null): number {
    if (text === null || text.trim() === "") return -1;
    const name = `${type} ${text.toLowerCase()}`;
    const known = this.#numbers.get(name);
    if (known !== undefined) {
      const place = this.#places[known] as Place;
      if (place.text !== text) place.text = betterSpelling(place.text, text);
      return known;
    }
    const number = this.#places.length;
    this.#numbers.set(name, number);
    this.#places.push({ type, text });
    this.#named.push(0);
    const { key, starts } = normalizePlace({ type, text });
    starts.slice(0, MAX_WORDS).forEach((start, nth) => {
      this.#trie.add(number * MAX_WORDS + nth, key.slice(start));
    });
    return number;
  }

  /** Counts a listing in or out of a place. */
  count(number: number, source: number, active: boolean, change: 1 | -1): void {
    if (number === -1) return;
    const named = (this.#named[number] as number) + change;
    this.#named[number] = named;
    if (named === (change === 1 ? 1 : 0))
      this.#vocabulary.add(normalizeName(this.get(number).text).words, change);
    if (!active) return;
    let counts = this.#active.get(source);
    if (counts === undefined || number >= counts.length) {
      const longer = new Int32Array(Math.max(64, number * 2));
      if (counts) longer.set(counts);
      counts = longer;
      this.#active.set(source, counts);
    }
    counts[number] = (counts[number] as number) + change;
  }

  /** Active listings of these sources; of all when null. */
  countActive(number: number, sources: readonly number[] | null): number {
    let sum = 0;
    for (const source of sources ?? this.#active.keys()) sum += this.#active.get(source)?.[number] ?? 0;
    return sum;
  }

  /** Calls `visit` for places of which a word begins with the text; `inner` when it is not the first word. */
  visit(beginning: string, visit: (number: number, inner: boolean) => void): void {
    this.#trie.visit(beginning, (ref) => {
      visit(Math.floor(ref / MAX_WORDS), ref % MAX_WORDS !== 0);
      return true;
    });
  }

  #textFrom(ref: number): string {
    const { key, starts } = normalizePlace(this.get(Math.floor(ref / MAX_WORDS)));
    return key.slice(starts[ref % MAX_WORDS]);
  }
}

/** A county is found with and without the word "county"; that word alone finds no county. */
function normalizePlace({ type, text }: Place): { key: string; starts: number[] } {
  const { key, starts, words } = normalizeName(text);
  if (type !== "county") return { key, starts };
  if (words.at(-1) === "county") return { key, starts: starts.slice(0, Math.max(1, starts.length - 1)) };
  return { key: `${key}county`, starts };
}
