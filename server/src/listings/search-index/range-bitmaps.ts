import { type Bitmap, clearBit, forEachBit, grownBitmap, hasBit, moveBits, setBit } from "./bitmap.ts";
import { QuantileBitmaps } from "./quantile-bitmaps.ts";

/** Bounds between value ranges. */
const MAX_QUANTILES = 64;
/** Ordinals that the sample looks at, of which some have no number. */
const SAMPLE = 8192;
/** Words of bitmaps that are filled in one go: a millisecond or two. */
const WORDS_A_PART = 1000;
/** Cuts are chosen again when there are so many times the listings that they were chosen for. */
const OUTGROWN = 2;
/** Below it every listing is compared itself. */
const MIN_LISTINGS = 256;

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
 * One column of numbers, cut at its quantiles. A range is a difference of two cumulative bitmaps, and only the listings of the buckets
 * at its two ends are compared.
 */
export class RangeBitmaps {
  /** Listings that have a number. */
  known: Bitmap;
  #none: Bitmap;
  #quantiles: QuantileBitmaps;
  /** Replaces `#quantiles` as soon as it is filled. */
  #next: QuantileBitmaps | null = null;
  #size = 0;
  #cutFor = 0;
  readonly #edges: readonly number[];

  /** @param edges further cuts, where bands begin that are counted. */
  constructor(words: number, edges: readonly number[] = []) {
    this.#edges = edges;
    this.known = new Int32Array(words);
    this.#none = new Int32Array(words);
    this.#quantiles = new QuantileBitmaps(new Float64Array(0), words);
    this.#quantiles.fill(words, this.known, this.#quantiles.cuts);
  }

  /** How many listings have a number. */
  get size(): number {
    return this.#size;
  }

  add(ordinal: number, value: number): void {
    if (Number.isNaN(value)) return;
    this.#size++;
    setBit(this.known, ordinal);
    this.#quantiles.add(ordinal, value);
    this.#next?.add(ordinal, value);
  }

  remove(ordinal: number, value: number): void {
    if (Number.isNaN(value)) return;
    this.#size--;
    clearBit(this.known, ordinal);
    this.#quantiles.remove(ordinal, value);
    this.#next?.remove(ordinal, value);
  }

  replace(ordinal: number, before: number, after: number): void {
    if (Number.isNaN(before) || Number.isNaN(after)) {
      this.remove(ordinal, before);
      this.add(ordinal, after);
      return;
    }
    this.#quantiles.replace(ordinal, before, after);
    this.#next?.replace(ordinal, before, after);
  }

  movePage(from: number, to: number, mask: Bitmap): void {
    moveBits(this.known, from, to, mask);
    this.#quantiles.movePage(from, to, mask);
    this.#next?.movePage(from, to, mask);
  }

  *grow(words: number): Generator<void> {
    if (this.known.length < words) this.known = grownBitmap(this.known, words);
    if (this.#none.length < words) this.#none = new Int32Array(words);
    yield* this.#quantiles.grow(words);
    yield;
    if (this.#next) yield* this.#next.grow(words);
  }

  /** null when no listing can be in the range. */
  terms(min: number, max: number): RangeTerms | null {
    const quantiles = this.#quantiles;
    const high = quantiles.bucketOf(max);
    let within = this.#below(high);
    let atMax: Bitmap | null = null;
    if (max < quantiles.leastIn(high)) {
      if (high === 0) return null;
      within = this.#below(high - 1);
    } else if (max < quantiles.greatestIn(high)) {
      atMax = high === 0 ? this.#none : this.#below(high - 1);
    }
    const low = quantiles.bucketOf(min);
    let below = low === 0 ? null : this.#below(low - 1);
    let atMin: Bitmap | null = null;
    if (min > quantiles.greatestIn(low)) below = this.#below(low);
    else if (min > quantiles.leastIn(low)) atMin = this.#below(low);
    return { within, below, atMin, atMax };
  }

  /** The cuts, ascending, and the listings below each: for counting along an order. */
  get cuts(): Float64Array {
    return this.#quantiles.cuts;
  }

  below(cut: number): Bitmap {
    return this.#quantiles.below(cut) as Bitmap;
  }

  /** One more than there are cuts. */
  get buckets(): number {
    return this.#quantiles.cuts.length + 1;
  }

  /** The listings of a bucket and of those before it. */
  upTo(bucket: number): Bitmap {
    return this.#below(bucket);
  }

  /** The least and the greatest number that a bucket may have; null when it has none. */
  endsOf(bucket: number): { least: number; greatest: number } | null {
    const [least, greatest] = [this.#quantiles.leastIn(bucket), this.#quantiles.greatestIn(bucket)];
    return least <= greatest ? { least, greatest } : null;
  }

  /** Whether so many listings have come that the buckets have become too large. */
  get isOutgrown(): boolean {
    return this.#size > MIN_LISTINGS && this.#size > OUTGROWN * this.#cutFor;
  }

  /** Chooses cuts for the numbers that are there now, and fills their bitmaps, a part at a time; searches use the old ones until then. */
  *recut(column: () => Float64Array | Float32Array): Generator<void> {
    this.#cutFor = this.#size;
    const cuts =
      this.#size < MIN_LISTINGS ? new Float64Array(0) : chooseCuts(column(), this.known, this.#edges);
    // Without memory at first: that of 64 bitmaps at a million listings takes ten milliseconds to get.
    const next = new QuantileBitmaps(cuts, 0);
    this.#next = next;
    yield* next.grow(this.known.length);
    while (next.fill(WORDS_A_PART, this.known, column())) yield;
    this.#quantiles = next;
    this.#next = null;
  }

  /** Adds all listings, a part at a time: for loading many at once. */
  *load(column: Float64Array | Float32Array, live: Bitmap): Generator<void> {
    for (let from = 0; from < live.length; from += WORDS_A_PART) {
      forEachBit(
        live,
        (ordinal) => {
          if (Number.isNaN(column[ordinal])) return;
          setBit(this.known, ordinal);
          this.#size++;
        },
        from,
        from + WORDS_A_PART,
      );
      yield;
    }
    yield* this.recut(() => column);
  }

  #below(cut: number): Bitmap {
    return this.#quantiles.below(cut) ?? this.known;
  }
}

/** Quantiles of a sample, and edges of bands; a number that many listings have gets a bucket of its own. */
function chooseCuts(
  column: Float64Array | Float32Array,
  known: Bitmap,
  edges: readonly number[],
): Float64Array {
  const ordinals = known.length * 32;
  // An odd stride, which does not follow the pages.
  const stride = Math.floor(ordinals / SAMPLE) | 1;
  const sample = new Float64Array(Math.ceil(ordinals / stride));
  let taken = 0;
  for (let ordinal = 0; ordinal < ordinals; ordinal += stride) {
    if (hasBit(known, ordinal)) sample[taken++] = column[ordinal] as number;
  }
  const sorted = sample.subarray(0, taken).sort();
  const cuts = new Set<number>();
  const step = taken / MAX_QUANTILES;
  for (let nth = 0; nth < taken; ) {
    const value = sorted[Math.floor(nth)] as number;
    const end = upperBound(sorted, value);
    if (value > (sorted[0] as number)) cuts.add(value);
    if (end < taken && end - nth >= step) cuts.add(sorted[end] as number);
    nth = Math.max(nth + step, end);
  }
  const [least, greatest] = [sorted.at(0) as number, sorted.at(-1) as number];
  for (const edge of edges) if (edge > least && edge <= greatest) cuts.add(edge);
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
