import { type Bitmap, clearBit, grownBitmap, moveBits, setBit } from "./bitmap.ts";

/**
 * For each cut of a column the bitmap of all listings below it (cumulative bitmaps). Filled in parts: changes of listings that no part
 * has reached yet are left to it.
 */
export class QuantileBitmaps {
  /** Ascending. */
  readonly cuts: Float64Array;
  readonly #below: Bitmap[];
  /** For each bucket the least and the greatest number it has ever had: `cuts.length + 1` buckets. */
  readonly #least: Float64Array;
  readonly #greatest: Float64Array;
  /** The word at which the next part begins. */
  #filled = 0;

  constructor(cuts: Float64Array, words: number) {
    this.cuts = cuts;
    this.#below = Array.from(cuts, () => new Int32Array(words));
    this.#least = new Float64Array(cuts.length + 1).fill(Infinity);
    this.#greatest = new Float64Array(cuts.length + 1).fill(-Infinity);
  }

  /** The listings below a cut; undefined beyond the last one. */
  below(cut: number): Bitmap | undefined {
    return this.#below[cut];
  }

  /** The least number of a bucket, or a smaller one that has left it. */
  leastIn(bucket: number): number {
    return this.#least[bucket] as number;
  }

  greatestIn(bucket: number): number {
    return this.#greatest[bucket] as number;
  }

  /** How many cuts are not above the number. */
  bucketOf(value: number): number {
    const { cuts } = this;
    let low = 0;
    let high = cuts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cuts[middle] as number) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Adds the listings of the next words. @returns whether there are words left. */
  fill(words: number, known: Bitmap, column: Float64Array | Float32Array): boolean {
    const from = this.#filled;
    const to = Math.min(known.length, from + words);
    const below = this.#below;
    for (let word = from; word < to; word++) {
      let bits = known[word] as number;
      while (bits !== 0) {
        const bit = bits & -bits;
        bits ^= bit;
        const bitmap = below[this.#note(column[word * 32 + 31 - Math.clz32(bit)] as number)];
        if (bitmap) bitmap[word] = (bitmap[word] as number) | bit;
      }
    }
    for (let cut = 1; cut < below.length; cut++) {
      const [bitmap, before] = [below[cut] as Bitmap, below[cut - 1] as Bitmap];
      for (let word = from; word < to; word++) {
        bitmap[word] = (bitmap[word] as number) | (before[word] as number);
      }
    }
    this.#filled = to < known.length ? to : Infinity;
    return to < known.length;
  }

  add(ordinal: number, value: number): void {
    if (ordinal >>> 5 >= this.#filled) return;
    const bucket = this.#note(value);
    for (let cut = bucket; cut < this.#below.length; cut++) setBit(this.#below[cut] as Bitmap, ordinal);
  }

  remove(ordinal: number, value: number): void {
    if (ordinal >>> 5 >= this.#filled) return;
    const bucket = this.bucketOf(value);
    for (let cut = bucket; cut < this.#below.length; cut++) clearBit(this.#below[cut] as Bitmap, ordinal);
  }

  /** Most numbers that change stay near what they were. */
  replace(ordinal: number, before: number, after: number): void {
    if (ordinal >>> 5 >= this.#filled) return;
    const from = this.bucketOf(before);
    const to = this.#note(after);
    for (let cut = to; cut < from; cut++) setBit(this.#below[cut] as Bitmap, ordinal);
    for (let cut = from; cut < to; cut++) clearBit(this.#below[cut] as Bitmap, ordinal);
  }

  /** @param to is not below `from`, so that the parts reach it later. */
  movePage(from: number, to: number, mask: Bitmap): void {
    if (from >= this.#filled) return;
    const isReached = to < this.#filled;
    for (const bitmap of this.#below) {
      if (isReached) moveBits(bitmap, from, to, mask);
      else clearMasked(bitmap, from, mask);
    }
  }

  /** One bitmap at a time. */
  *grow(words: number): Generator<void> {
    for (let cut = 0; cut < this.#below.length; cut++) {
      const bitmap = this.#below[cut] as Bitmap;
      if (bitmap.length >= words) continue;
      this.#below[cut] = grownBitmap(bitmap, words);
      yield;
    }
  }

  /** @returns the bucket of the number, which may be the least or the greatest that it has had. */
  #note(value: number): number {
    const bucket = this.bucketOf(value);
    if (value < (this.#least[bucket] as number)) this.#least[bucket] = value;
    if (value > (this.#greatest[bucket] as number)) this.#greatest[bucket] = value;
    return bucket;
  }
}

function clearMasked(bitmap: Bitmap, from: number, mask: Bitmap): void {
  for (let word = 0; word < mask.length; word++) {
    bitmap[from + word] = (bitmap[from + word] as number) & ~(mask[word] as number);
  }
}
