import { type Bitmap, clearBit, grownBitmap, moveBits, setBit, unite } from "./bitmap.ts";
import { forEachBit } from "./word-sets.ts";

/** Quantiles. */
const MOST_CUTS = 64;
const SAMPLE = 4096;
/** Cuts are chosen again when there are so many times the listings that they were chosen for. */
const OUTGROWN = 2;
/** Below it every listing is compared itself. */
const LEAST_LISTINGS = 256;

/**
 * Which listings can be in a range, in terms of bitmaps. `within` and not `below`: a superset. Of these, the listings in `atMin` and
 * those not in `atMax` must be compared themselves; null: none of them.
 */
export type RangeTerms = {
  within: Bitmap;
  below: Bitmap | null;
  atMin: Bitmap | null;
  atMax: Bitmap | null;
};

/**
 * One column of numbers, cut at its quantiles: for each cut the bitmap of all listings below it (cumulative bitmaps). A range is a
 * difference of two of them, and only the listings of the buckets at its two ends are compared.
 */
export class RangeBitmaps {
  /** Listings that have a number. */
  known: Bitmap;
  #none: Bitmap;
  #cuts: Float64Array = new Float64Array(0);
  /** For each cut, the listings below it. */
  #below: Bitmap[] = [];
  /** For each bucket the least and the greatest number it has ever had: `cuts.length + 1` buckets. */
  #least: Float64Array<ArrayBuffer> = new Float64Array(1).fill(Infinity);
  #greatest: Float64Array<ArrayBuffer> = new Float64Array(1).fill(-Infinity);
  #size = 0;
  #cutFor = 0;

  constructor(words: number) {
    this.known = new Int32Array(words);
    this.#none = new Int32Array(words);
  }

  /** How many listings have a number. */
  get size(): number {
    return this.#size;
  }

  add(ordinal: number, value: number): void {
    if (Number.isNaN(value)) return;
    this.#size++;
    const bucket = this.#note(value);
    setBit(this.known, ordinal);
    for (let cut = bucket; cut < this.#below.length; cut++) setBit(this.#below[cut] as Bitmap, ordinal);
  }

  remove(ordinal: number, value: number): void {
    if (Number.isNaN(value)) return;
    this.#size--;
    clearBit(this.known, ordinal);
    for (let cut = this.#bucketOf(value); cut < this.#below.length; cut++) {
      clearBit(this.#below[cut] as Bitmap, ordinal);
    }
  }

  /** Most numbers that change stay near what they were. */
  replace(ordinal: number, before: number, after: number): void {
    if (Number.isNaN(before) || Number.isNaN(after)) {
      this.remove(ordinal, before);
      this.add(ordinal, after);
      return;
    }
    const from = this.#bucketOf(before);
    const to = this.#note(after);
    for (let cut = to; cut < from; cut++) setBit(this.#below[cut] as Bitmap, ordinal);
    for (let cut = from; cut < to; cut++) clearBit(this.#below[cut] as Bitmap, ordinal);
  }

  movePage(from: number, to: number, mask: Bitmap): void {
    moveBits(this.known, from, to, mask);
    for (const bitmap of this.#below) moveBits(bitmap, from, to, mask);
  }

  grow(words: number): void {
    this.known = grownBitmap(this.known, words);
    this.#none = new Int32Array(words);
    this.#below = this.#below.map((bitmap) => grownBitmap(bitmap, words));
  }

  /** null when no listing can be in the range. */
  terms(min: number, max: number): RangeTerms | null {
    const high = this.#bucketOf(max);
    let within = this.#bitmapBelow(high);
    let atMax: Bitmap | null = null;
    if (max < (this.#least[high] as number)) {
      if (high === 0) return null;
      within = this.#bitmapBelow(high - 1);
    } else if (max < (this.#greatest[high] as number)) {
      atMax = high === 0 ? this.#none : this.#bitmapBelow(high - 1);
    }
    const low = this.#bucketOf(min);
    let below = low === 0 ? null : this.#bitmapBelow(low - 1);
    let atMin: Bitmap | null = null;
    if (min > (this.#greatest[low] as number)) below = this.#bitmapBelow(low);
    else if (min > (this.#least[low] as number)) atMin = this.#bitmapBelow(low);
    return { within, below, atMin, atMax };
  }

  /** The cuts, ascending, and the listings below each: for counting along an order. */
  get cuts(): Float64Array {
    return this.#cuts;
  }

  below(cut: number): Bitmap {
    return this.#below[cut] as Bitmap;
  }

  /** Whether so many listings have come that the buckets have become too large. */
  get isOutgrown(): boolean {
    return this.#size > LEAST_LISTINGS && this.#size > OUTGROWN * this.#cutFor;
  }

  /** Chooses cuts for the numbers that are there now, and fills the bitmaps: 10 ms for a million listings. */
  recut(column: Float64Array | Float32Array, live: Bitmap): void {
    const words = this.known.length;
    this.#setKnown(column, live);
    this.#cutFor = this.#size;
    this.#cuts =
      this.#size < LEAST_LISTINGS ? new Float64Array(0) : chooseCuts(column, this.known, this.#size);
    const buckets = this.#cuts.length + 1;
    this.#least = new Float64Array(buckets).fill(Infinity);
    this.#greatest = new Float64Array(buckets).fill(-Infinity);
    // The last one is thrown away: it has the listings that are below no cut.
    const below = Array.from({ length: buckets }, () => new Int32Array(words));
    for (let word = 0; word < words; word++) {
      let bits = this.known[word] as number;
      while (bits !== 0) {
        const bit = bits & -bits;
        bits ^= bit;
        const bitmap = below[this.#note(column[word * 32 + 31 - Math.clz32(bit)] as number)] as Bitmap;
        bitmap[word] = (bitmap[word] as number) | bit;
      }
    }
    below.pop();
    for (let cut = 1; cut < below.length; cut++) unite(below[cut] as Bitmap, below[cut - 1] as Bitmap);
    this.#below = below;
  }

  #setKnown(column: Float64Array | Float32Array, live: Bitmap): void {
    this.#size = 0;
    this.known.fill(0);
    for (let word = 0; word < live.length; word++) {
      let bits = live[word] as number;
      while (bits !== 0) {
        const bit = bits & -bits;
        bits ^= bit;
        if (Number.isNaN(column[word * 32 + 31 - Math.clz32(bit)])) continue;
        this.known[word] = (this.known[word] as number) | bit;
        this.#size++;
      }
    }
  }

  #bitmapBelow(cut: number): Bitmap {
    return this.#below[cut] ?? this.known;
  }

  /** @returns the bucket of the number, which may be the least or the greatest that it has had. */
  #note(value: number): number {
    const bucket = this.#bucketOf(value);
    if (value < (this.#least[bucket] as number)) this.#least[bucket] = value;
    if (value > (this.#greatest[bucket] as number)) this.#greatest[bucket] = value;
    return bucket;
  }

  /** How many cuts are not above the number. */
  #bucketOf(value: number): number {
    const cuts = this.#cuts;
    let low = 0;
    let high = cuts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cuts[middle] as number) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Quantiles of a sample; a number that many listings have gets a bucket of its own. */
function chooseCuts(column: Float64Array | Float32Array, known: Bitmap, size: number): Float64Array {
  const sample = new Float64Array(Math.min(SAMPLE, size));
  // An odd stride, which does not follow the pages.
  const stride = size / sample.length;
  let seen = 0;
  let taken = 0;
  forEachBit(known, (ordinal) => {
    if (seen++ >= taken * stride && taken < sample.length) sample[taken++] = column[ordinal] as number;
  });
  const sorted = sample.subarray(0, taken).sort();
  const cuts = new Set<number>();
  const step = taken / MOST_CUTS;
  for (let nth = 0; nth < taken; ) {
    const value = sorted[Math.floor(nth)] as number;
    const end = upperBound(sorted, value);
    if (value > (sorted[0] as number)) cuts.add(value);
    if (end < taken && end - nth >= step) cuts.add(sorted[end] as number);
    nth = Math.max(nth + step, end);
  }
  return Float64Array.from([...cuts].sort((a, b) => a - b));
}

function upperBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
