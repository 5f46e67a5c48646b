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
  for (const d of not) {
    for (let word = from; word < to; word++) out[word] = (out[word] as number) & ~(d[word] as number);
  }
}

export function countBits(bitmap: Bitmap, from: number, to: number): number {
  let count = 0;
  for (let word = from; word < to; word++) count += bitCount(bitmap[word] as number);
  return count;
}

/** How many bits two bitmaps have in common. */
export function countCommon(one: Bitmap, other: Bitmap, words: number): number {
  let count = 0;
  for (let word = 0; word < words; word++) count += bitCount((one[word] as number) & (other[word] as number));
  return count;
}

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
