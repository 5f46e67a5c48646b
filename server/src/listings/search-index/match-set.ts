import { type Bitmap, hasBit } from "./bitmap.ts";
import { countCommon, countCommonAt, ordinalsIn, tallyWords } from "./word-kernels.ts";

/** From this share of words with matches on, all words are looked at. */
const MOST_WORDS = 1 / 2;

/** Listings that match, as bits: to count those that another bitmap has as well. It is valid until the index changes. */
export class MatchSet {
  readonly bits: Bitmap;
  readonly total: number;
  /** How many words a bitmap is compared in. */
  readonly comparedWords: number;
  readonly #words: number;
  /** The words with matches, where they are few. */
  readonly #at: Int32Array | null;
  #ordinals: Int32Array | null = null;

  /** @param bits of all ordinals; without a bit beyond `words`. */
  constructor(bits: Bitmap, words: number) {
    this.bits = bits;
    this.#words = words;
    const at = new Int32Array(words);
    let count = 0;
    for (let word = 0; word < words; word++) if (bits[word] !== 0) at[count++] = word;
    this.#at = count < words * MOST_WORDS ? at.subarray(0, count) : null;
    this.comparedWords = this.#at ? count : words;
    this.total = this.countIn(bits);
  }

  has(ordinal: number): boolean {
    return hasBit(this.bits, ordinal);
  }

  countIn(bitmap: Bitmap): number {
    return this.#at
      ? countCommonAt(this.bits, bitmap, this.#at)
      : countCommon(this.bits, bitmap, this.#words);
  }

  /** Calls `visit` with each match that is in one bitmap and not in the other (null: in none). */
  visitDifference(bitmap: Bitmap, without: Bitmap | null, visit: (ordinal: number) => void): void {
    const { bits } = this;
    const at = this.#at;
    const count = this.comparedWords;
    for (let nth = 0; nth < count; nth++) {
      const word = at ? (at[nth] as number) : nth;
      let left = (bits[word] as number) & (bitmap[word] as number);
      if (without) left &= ~(without[word] as number);
      while (left !== 0) {
        visit(word * 32 + 31 - Math.clz32(left & -left));
        left &= left - 1;
      }
    }
  }

  /** The listings that do not match. */
  others(live: Bitmap): MatchSet {
    const bits = new Int32Array(this.#words);
    for (let word = 0; word < bits.length; word++)
      bits[word] = (live[word] as number) & ~(this.bits[word] as number);
    return new MatchSet(bits, this.#words);
  }

  /** Adds `by` to the count of the word that each match has in a column. */
  tallyWords(column: Int32Array, counts: Int32Array, by: 1 | -1): void {
    tallyWords(this.bits, this.#words, column, counts, by);
  }

  /** All of them, ascending. */
  get ordinals(): Int32Array {
    if (!this.#ordinals) {
      this.#ordinals = new Int32Array(this.total);
      ordinalsIn(this.bits, 0, this.#words, this.#ordinals, 0);
    }
    return this.#ordinals;
  }
}
