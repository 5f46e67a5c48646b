import { type Bitmap, setBit } from "./bitmap.ts";

/** Fewer listings are compared themselves. */
const MOST_FEW = 1024;

/** Listings that a condition was looked up for outside of the columns. Valid until the index changes. */
export type OrdinalSet = {
  bitmap: Bitmap;
  /** All of them, unless they are many. */
  few: Int32Array | null;
};

/**
 * @param forEach visits the ordinals, each once; -1 stands for a listing that is not in the index.
 * @param words of the bitmap: those of all ordinals.
 */
export function ordinalSet(forEach: (visit: (ordinal: number) => void) => void, words: number): OrdinalSet {
  const bitmap = new Int32Array(words);
  const first = new Int32Array(MOST_FEW);
  let count = 0;
  forEach((ordinal) => {
    if (ordinal === -1) return;
    if (count < MOST_FEW) first[count] = ordinal;
    count++;
    setBit(bitmap, ordinal);
  });
  return { bitmap, few: count <= MOST_FEW ? first.subarray(0, count) : null };
}
