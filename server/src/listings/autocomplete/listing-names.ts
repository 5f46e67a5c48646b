import { foldedId, wordsOf } from "./folded.ts";
import { NameTrie } from "./name-trie.ts";
import { addressKey, addressKeys, UNDIRECTED, WHOLE } from "./street-words.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A reference is a listing's slot and which of its keys. */
const KEYS = 8;
/** Of an id: what begins with its first digit. */
const NUMBER = 1;

export type NamedListing = { listingId: string; street: string | null; city: string | null };

type Kind = "address" | "listing_id";

/** The addresses and the ids of one source's listings, by slots. */
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

  /** Listings whose name begins so, or of which a later word does, in order, until `visit` returns false. */
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
    const number = idKey(listingId, NUMBER);
    if (number !== "") each(listing_id.inner, slot * KEYS + NUMBER, number);
  }

  #addressFrom(ref: number): string {
    const { street, city } = this.#of(Math.floor(ref / KEYS));
    return addressKey(street as string, city, ref % KEYS);
  }

  #idFrom(ref: number): string {
    return idKey(this.#of(Math.floor(ref / KEYS)).listingId, ref % KEYS);
  }
}

/** `MLS-98123` is looked for as `mls98` and as `98123`; an id that begins with a digit only as a whole. */
function idKey(listingId: string, nth: number): string {
  const whole = foldedId(listingId);
  if (nth === WHOLE) return whole;
  const digits = whole.search(/\d/);
  return digits > 0 ? whole.slice(digits) : "";
}

function streetWords({ street }: NamedListing): string[] {
  return street === null ? [] : wordsOf(street);
}
