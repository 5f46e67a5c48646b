import { NameTrie } from "./name-trie.ts";
import { normalizeId, wordsOf } from "./normalize-name.ts";
import { addressKey, addressKeys, UNDIRECTED, WHOLE } from "./street-words.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A reference is `slot * KEYS + number of the key`. */
const KEYS = 8;
/** The key of an id from its first digit on. */
const DIGITS = 1;

export type NamedListing = { listingId: string; street: string | null; city: string | null };

type Kind = "address" | "listing_id";

/** Addresses and ids of the listings of one source. A listing is known by its slot in AutocompleteIndex. */
export class ListingNames {
  readonly #of: (slot: number) => NamedListing;
  readonly #vocabulary: Vocabulary;
  readonly #tries: Record<Kind, { beginning: NameTrie; inner: NameTrie }>;

  constructor(of: (slot: number) => NamedListing, vocabulary: Vocabulary) {
    this.#of = of;
    this.#vocabulary = vocabulary;
    const triesOf = (textOf: (ref: number) => string) => ({
      beginning: new NameTrie(textOf),
      inner: new NameTrie(textOf),
    });
    this.#tries = {
      address: triesOf((ref) => this.#addressFrom(ref)),
      listing_id: triesOf((ref) => this.#idFrom(ref)),
    };
  }

  add(slot: number): void {
    this.#eachKey(slot, (trie, ref, key) => trie.add(ref, key));
    this.#vocabulary.add(streetWords(this.#of(slot)), 1);
  }

  remove(slot: number): void {
    this.#eachKey(slot, (trie, ref, key) => trie.remove(ref, key));
    this.#vocabulary.add(streetWords(this.#of(slot)), -1);
  }

  /** Calls `visit` for listings whose name ("beginning"), or a later word of it ("inner"), begins with the text, in order, until it returns false. */
  visit(kind: Kind, where: "beginning" | "inner", text: string, visit: (slot: number) => boolean): void {
    this.#tries[kind][where].visit(text, (ref) => visit(Math.floor(ref / KEYS)));
  }

  #eachKey(slot: number, each: (trie: NameTrie, ref: number, key: string) => void): void {
    const { street, city, listingId } = this.#of(slot);
    const { address, listing_id } = this.#tries;
    for (const { nth, key } of street === null ? [] : addressKeys(street, city)) {
      const isWhole = nth === WHOLE || nth === UNDIRECTED;
      each(isWhole ? address.beginning : address.inner, slot * KEYS + nth, key);
    }
    each(listing_id.beginning, slot * KEYS + WHOLE, idKey(listingId, WHOLE));
    const number = idKey(listingId, DIGITS);
    if (number !== "") each(listing_id.inner, slot * KEYS + DIGITS, number);
  }

  #addressFrom(ref: number): string {
    const { street, city } = this.#of(Math.floor(ref / KEYS));
    return addressKey(street as string, city, ref % KEYS);
  }

  #idFrom(ref: number): string {
    return idKey(this.#of(Math.floor(ref / KEYS)).listingId, ref % KEYS);
  }
}

/** `MLS-98123` is found by `mls98` and by `98123`; an id that begins with a digit only from its beginning. */
function idKey(listingId: string, nth: number): string {
  const whole = normalizeId(listingId);
  if (nth === WHOLE) return whole;
  const digits = whole.search(/\d/);
  return digits > 0 ? whole.slice(digits) : "";
}

function streetWords({ street }: NamedListing): string[] {
  return street === null ? [] : wordsOf(street);
}
