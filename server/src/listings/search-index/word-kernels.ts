import { type Bitmap, bitCount } from "./bitmap.ts";

/** The innermost loops of searches: words of bitmaps, no allocation. */

/** Words [from, to) of `out`: the bits that are in all of `and` (at least one) and in none of `not`. */
export function intersect(
  out: Bitmap,
  from: number,
  to: number,
  and: readonly Bitmap[],
  not: readonly Bitmap[],
): void {
  let nth = 3;
  const [a, b, c] = and as [Bitmap, Bitmap?, Bitmap?];
  if (b && c) {
    for (let word = from; word < to; word++) {
      out[word] = (a[word] as number) & (b[word] as number) & (c[word] as number);
    }
  } else if (b) {
    for (let word = from; word < to; word++) out[word] = (a[word] as number) & (b[word] as number);
  } else {
    for (let word = from; word < to; word++) out[word] = a[word] as number;
  }
  for (; nth + 1 < and.length; nth += 2) {
    const [d, e] = [and[nth] as Bitmap, and[nth + 1] as Bitmap];
    for (let word = from; word < to; word++) {
      out[word] = (out[word] as number) & (d[word] as number) & (e[word] as number);
    }
  }
  if (nth < and.length) {
    const d = and[nth] as Bitmap;
    for (let word = from; word < to; word++) out[word] = (out[word] as number) & (d[word] as number);
  }
  nth = 0;
  for (; nth + 1 < not.length; nth += 2) {
    const [d, e] = [not[nth] as Bitmap, not[nth + 1] as Bitmap];
    for (let word = from; word < to; word++) {
      out[word] = (out[word] as number) & ~((d[word] as number) | (e[word] as number));
    }
  }
  if (nth < not.length) {
    const d = not[nth] as Bitmap;
    for (let word = from; word < to; word++) out[word] = (out[word] as number) & ~(d[word] as number);
  }
}

export function countBits(bitmap: Bitmap, from: number, to: number): number {
  let count = 0;
  let word = from;
  for (; word + 1 < to; word += 2) count += bitCountOfTwo(bitmap[word] as number, bitmap[word + 1] as number);
  if (word < to) count += bitCount(bitmap[word] as number);
  return count;
}

/** How many bits two bitmaps have in common. */
export function countCommon(one: Bitmap, other: Bitmap, words: number): number {
  let count = 0;
  let word = 0;
  for (; word + 1 < words; word += 2) {
    const next = word + 1;
    count += bitCountOfTwo(
      (one[word] as number) & (other[word] as number),
      (one[next] as number) & (other[next] as number),
    );
  }
  if (word < words) count += bitCount((one[word] as number) & (other[word] as number));
  return count;
}

/** The same in some words only. */
export function countCommonAt(one: Bitmap, other: Bitmap, words: Int32Array): number {
  let count = 0;
  let nth = 0;
  for (; nth + 1 < words.length; nth += 2) {
    const [word, next] = [words[nth] as number, words[nth + 1] as number];
    count += bitCountOfTwo(
      (one[word] as number) & (other[word] as number),
      (one[next] as number) & (other[next] as number),
    );
  }
  if (nth < words.length) {
    const word = words[nth] as number;
    count += bitCount((one[word] as number) & (other[word] as number));
  }
  return count;
}

/** Adds `by` to the count of the word that each of the ordinals has in a column. */
export function tallyWords(
  bitmap: Bitmap,
  words: number,
  column: Int32Array,
  counts: Int32Array,
  by: 1 | -1,
): void {
  for (let word = 0; word < words; word++) {
    let bits = bitmap[word] as number;
    while (bits !== 0) {
      const number = column[word * 32 + 31 - Math.clz32(bits & -bits)] as number;
      counts[number] = (counts[number] as number) + by;
      bits &= bits - 1;
    }
  }
}

function bitCountOfTwo(word: number, next: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nextPairs = next - ((next >>> 1) & 0x55555555);
  const nibbles =
    (pairs & 0x33333333) +
    ((pairs >>> 2) & 0x33333333) +
    (nextPairs & 0x33333333) +
    ((nextPairs >>> 2) & 0x33333333);
  return Math.imul((nibbles & 0x0f0f0f0f) + ((nibbles >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

/** Keeps the ordinals of which a condition holds. @returns how many it keeps. */
export function keepWhere(
  bits: Bitmap,
  from: number,
  to: number,
  holds: (ordinal: number) => boolean,
): number {
  let count = 0;
  for (let word = from; word < to; word++) {
    let left = bits[word] as number;
    let kept = left;
    while (left !== 0) {
      const bit = left & -left;
      left ^= bit;
      if (holds(word * 32 + 31 - Math.clz32(bit))) count++;
      else kept ^= bit;
    }
    bits[word] = kept;
  }
  return count;
}

/**
 * Clears the bits of words [from, to) that `holds` denies, and calls it only for those in one of the bitmaps of `doubts`, or, of a
 * negated one, not in it. @returns how many bits are left.
 */
export function keepDoubtful(
  bits: Bitmap,
  from: number,
  to: number,
  doubts: readonly Doubt[],
  holds: (ordinal: number) => boolean,
): number {
  const [{ bitmap: a, isNegated: notA }, second] = doubts as [Doubt, Doubt?];
  const { bitmap: b, isNegated: notB } = second ?? { bitmap: a, isNegated: notA };
  const [flipA, flipB] = [notA ? -1 : 0, notB ? -1 : 0];
  const more = doubts.slice(2);
  let count = 0;
  for (let word = from; word < to; word++) {
    let kept = bits[word] as number;
    let left = ((a[word] as number) ^ flipA) | ((b[word] as number) ^ flipB);
    for (let nth = 0; nth < more.length; nth++) {
      const { bitmap, isNegated } = more[nth] as Doubt;
      left |= (bitmap[word] as number) ^ (isNegated ? -1 : 0);
    }
    left &= kept;
    if (left !== 0) {
      do {
        const bit = left & -left;
        left ^= bit;
        if (!holds(word * 32 + 31 - Math.clz32(bit))) kept ^= bit;
      } while (left !== 0);
      bits[word] = kept;
    }
    count += bitCount(kept);
  }
  return count;
}

/** Listings that must be compared: those that have the bit, or those that do not have it. */
export type Doubt = { bitmap: Bitmap; isNegated: boolean };

/** Puts the ordinals of words [from, to) into `ordinals` from a place on. @returns the place after them. */
export function ordinalsIn(
  bitmap: Bitmap,
  from: number,
  to: number,
  ordinals: Int32Array,
  at: number,
): number {
  let next = at;
  for (let word = from; word < to; word++) {
    let bits = bitmap[word] as number;
    while (bits !== 0) {
      ordinals[next++] = word * 32 + 31 - Math.clz32(bits & -bits);
      bits &= bits - 1;
    }
  }
  return next;
}
