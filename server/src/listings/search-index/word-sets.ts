import { type Bitmap, clearBit, forEachBit, grownBitmap, moveBits, setBit, unite } from "./bitmap.ts";

/** The ordinals of a rare word, in no order. */
type FewOrdinals = { ordinals: Int32Array<ArrayBuffer>; size: number };

/** A word with fewer listings than this has no bitmap at any size of the index. */
const MIN_BITMAP_LISTINGS = 1024;
/** A word of more than so large a part of all listings has a bitmap. */
const DENSE_SHARE = 256;

/** Words of bitmaps that are filled in one go: about a millisecond. */
const WORDS_A_PART = 2000;
/** The same of listings with some ten words each. */
const LISTS_A_PART = 200;

/** Which listings have each word of one column, or of their lists: a bitmap for a frequent word, a list for a rare one. */
export class WordSets {
  #words: number;
  readonly #dense: (Bitmap | undefined)[] = [];
  readonly #few: (FewOrdinals | undefined)[] = [];
  readonly #counts: number[] = [];
  readonly #unions = new Map<string, { bitmap: Bitmap; changes: number }>();
  #changes = 0;

  constructor(words: number) {
    this.#words = words;
  }

  /** Number of listings with the word. */
  count(word: number): number {
    return this.#counts[word] ?? 0;
  }

  /** The bitmap of a frequent word. */
  bitmapOf(word: number): Bitmap | undefined {
    return this.#dense[word];
  }

  /** The ordinals of a rare word; none for a word without listings; undefined for a frequent one. */
  fewOf(word: number): Int32Array | undefined {
    if (this.#dense[word]) return undefined;
    const few = this.#few[word];
    return few ? few.ordinals.subarray(0, few.size) : NONE;
  }

  /** Numbers of words are below it. */
  get size(): number {
    return this.#counts.length;
  }

  /** How many words have bitmaps, and how many listings the lists of the others have. */
  get extent(): { bitmaps: number; rare: number } {
    let [bitmaps, rare] = [0, 0];
    for (let word = 0; word < this.#counts.length; word++) {
      if (this.#dense[word]) bitmaps++;
      else rare += this.count(word);
    }
    return { bitmaps, rare };
  }

  /** The words that have listings: frequent ones first, in no other order. */
  *words(): Generator<number> {
    for (let word = 0; word < this.#counts.length; word++) if (this.#dense[word]) yield word;
    for (let word = 0; word < this.#counts.length; word++) {
      if (!this.#dense[word] && this.count(word) > 0) yield word;
    }
  }

  add(word: number, ordinal: number): void {
    this.#changes++;
    this.#counts[word] = this.count(word) + 1;
    const bitmap = this.#dense[word];
    if (bitmap) {
      setBit(bitmap, ordinal);
      return;
    }
    let few = this.#few[word];
    if (!few) {
      few = { ordinals: new Int32Array(4), size: 0 };
      this.#few[word] = few;
    }
    if (few.size === few.ordinals.length) {
      const grown = new Int32Array(Math.ceil(few.size * 1.5));
      grown.set(few.ordinals);
      few.ordinals = grown;
    }
    few.ordinals[few.size++] = ordinal;
    if (few.size > this.mostFew) this.#makeDense(word, few);
  }

  remove(word: number, ordinal: number): void {
    this.#changes++;
    this.#counts[word] = this.count(word) - 1;
    const bitmap = this.#dense[word];
    if (bitmap) {
      clearBit(bitmap, ordinal);
      if (this.count(word) < this.mostFew / 4) this.#makeFew(word, bitmap);
      return;
    }
    const few = this.#few[word] as FewOrdinals;
    few.ordinals[few.ordinals.indexOf(ordinal)] = few.ordinals[--few.size] as number;
  }

  /** A rare word's listing gets another ordinal; those of frequent words go by `movePage`. */
  move(word: number, from: number, to: number): void {
    const few = this.#few[word];
    if (few) few.ordinals[few.ordinals.indexOf(from)] = to;
  }

  movePage(from: number, to: number, mask: Bitmap): void {
    this.#changes++;
    for (const bitmap of this.#dense) if (bitmap) moveBits(bitmap, from, to, mask);
  }

  /** The listings with one of the words. It is kept until the column changes. */
  union(words: readonly number[]): Bitmap {
    const key = words.toSorted((a, b) => a - b).join();
    const known = this.#unions.get(key);
    if (known?.changes === this.#changes) return known.bitmap;
    const bitmap = known?.bitmap.length === this.#words ? known.bitmap.fill(0) : new Int32Array(this.#words);
    for (const word of words) {
      const dense = this.#dense[word];
      if (dense) unite(bitmap, dense);
      else for (const ordinal of this.fewOf(word) as Int32Array) setBit(bitmap, ordinal);
    }
    this.#unions.delete(key);
    this.#unions.set(key, { bitmap, changes: this.#changes });
    if (this.#unions.size > MAX_CACHED_UNIONS)
      this.#unions.delete(this.#unions.keys().next().value as string);
    return bitmap;
  }

  /** One bitmap at a time. */
  *grow(words: number): Generator<void> {
    this.#words = Math.max(this.#words, words);
    for (let word = 0; word < this.#dense.length; word++) {
      const bitmap = this.#dense[word];
      if (!bitmap || bitmap.length >= words) continue;
      this.#dense[word] = grownBitmap(bitmap, words);
      yield;
    }
  }

  /** Adds every ordinal's word, a part at a time: for loading many at once. */
  *load(column: Int32Array, live: Bitmap): Generator<void> {
    yield* this.loadEach((ordinal, visit) => visit(column[ordinal] as number), live, WORDS_A_PART);
  }

  /** The same where a listing has any number of words, in smaller parts. */
  *loadEach(
    eachWord: (ordinal: number, visit: (word: number) => void) => void,
    live: Bitmap,
    part = LISTS_A_PART,
  ): Generator<void> {
    const count = (word: number) => {
      this.#counts[word] = this.count(word) + 1;
    };
    for (let from = 0; from < live.length; from += part) {
      forEachBit(live, (ordinal) => eachWord(ordinal, count), from, from + part);
      yield;
    }
    this.#counts.forEach((count, word) => {
      if (count > this.mostFew) this.#dense[word] = new Int32Array(this.#words);
      else this.#few[word] = { ordinals: new Int32Array(count), size: 0 };
    });
    for (let from = 0; from < live.length; from += part) {
      forEachBit(
        live,
        (ordinal) =>
          eachWord(ordinal, (word) => {
            const few = this.#few[word];
            if (few) few.ordinals[few.size++] = ordinal;
            else setBit(this.#dense[word] as Bitmap, ordinal);
          }),
        from,
        from + part,
      );
      yield;
    }
    this.#changes++;
  }

  /** A word with more listings than this has a bitmap. */
  get mostFew(): number {
    return Math.max(MIN_BITMAP_LISTINGS, (this.#words * 32) / DENSE_SHARE);
  }

  #makeDense(word: number, few: FewOrdinals): void {
    const bitmap = new Int32Array(this.#words);
    for (let nth = 0; nth < few.size; nth++) setBit(bitmap, few.ordinals[nth] as number);
    this.#dense[word] = bitmap;
    this.#few[word] = undefined;
  }

  #makeFew(word: number, bitmap: Bitmap): void {
    const few = { ordinals: new Int32Array(this.count(word) + 4), size: 0 };
    forEachBit(bitmap, (ordinal) => {
      few.ordinals[few.size++] = ordinal;
    });
    this.#few[word] = few;
    this.#dense[word] = undefined;
  }
}

const NONE = new Int32Array(0);
/** One for each set of sources that tenants search, as a rule. */
const MAX_CACHED_UNIONS = 32;
