import { type Bits, clearBit, grown, setBit } from "./bits.ts";

const FIRST_CAPACITY = 4;

/** Ordinals in the order in which they were added. */
type Posting = { ordinals: Int32Array<ArrayBuffer>; size: number };

/**
 * Which searches demand which value of one property of a listing: a list of ordinals for each value, and the bits of those that take any.
 * Searches that are gone stay in the lists; readers mask them out.
 */
export class Postings {
  /** Searches without a demand. */
  #any: Bits = new Int32Array(0);
  readonly #byValue = new Map<string, Posting>();
  #scratch: Bits = new Int32Array(0);

  grow(words: number): void {
    this.#any = grown(this.#any, words);
  }

  /** @param values null: any value. */
  add(ordinal: number, values: readonly string[] | null): void {
    if (values === null) {
      setBit(this.#any, ordinal);
      return;
    }
    clearBit(this.#any, ordinal);
    for (const value of values) push(this.#postingOf(value), ordinal);
  }

  /** Whether any search demands a value. */
  get isUsed(): boolean {
    return this.#byValue.size > 0;
  }

  /** Takes those out of the candidates that demand another value than the listing has; a listing may have several. */
  narrow(candidates: Bits, values: Iterable<string>): void {
    if (!this.isUsed) return;
    if (this.#scratch.length !== this.#any.length) this.#scratch = new Int32Array(this.#any.length);
    const allowed = this.#scratch;
    allowed.set(this.#any);
    for (const value of values) {
      const posting = this.#byValue.get(value);
      if (!posting) continue;
      const { ordinals, size } = posting;
      for (let nth = 0; nth < size; nth++) setBit(allowed, ordinals[nth] as number);
    }
    for (let word = 0; word < candidates.length; word++)
      candidates[word] = (candidates[word] as number) & (allowed[word] as number);
  }

  #postingOf(value: string): Posting {
    let posting = this.#byValue.get(value);
    if (!posting) {
      posting = { ordinals: new Int32Array(FIRST_CAPACITY), size: 0 };
      this.#byValue.set(value, posting);
    }
    return posting;
  }
}

function push(posting: Posting, ordinal: number): void {
  if (posting.size === posting.ordinals.length) {
    const larger = new Int32Array(posting.size * 2);
    larger.set(posting.ordinals);
    posting.ordinals = larger;
  }
  posting.ordinals[posting.size++] = ordinal;
}
