/** Ordinals as bits: ordinal n is bit `n % 32` of word `n / 32`. Signed words, because V8 keeps them out of the heap. */
export type Bitmap = Int32Array<ArrayBuffer>;

export function setBit(bitmap: Bitmap, ordinal: number): void {
  const word = ordinal >>> 5;
  bitmap[word] = (bitmap[word] as number) | (1 << (ordinal & 31));
}

export function clearBit(bitmap: Bitmap, ordinal: number): void {
  const word = ordinal >>> 5;
  bitmap[word] = (bitmap[word] as number) & ~(1 << (ordinal & 31));
}

export function hasBit(bitmap: Bitmap, ordinal: number): boolean {
  return ((bitmap[ordinal >>> 5] as number) & (1 << (ordinal & 31))) !== 0;
}

/** Number of bits of a word. */
export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Number of the lowest bit of a word that is not 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Number of the highest bit of a word that is not 0. */
export function highestBit(word: number): number {
  return 31 - Math.clz32(word);
}

export function grownBitmap(bitmap: Bitmap, words: number): Bitmap {
  const grown = new Int32Array(words);
  grown.set(bitmap);
  return grown;
}

/** Adds the bits of another bitmap. */
export function unite(bitmap: Bitmap, other: Bitmap): void {
  const words = Math.min(bitmap.length, other.length);
  for (let word = 0; word < words; word++) bitmap[word] = (bitmap[word] as number) | (other[word] as number);
}

/** Moves the bits of `mask`, which begins at word `from`, to the words from `to` on. */
export function moveBits(bitmap: Bitmap, from: number, to: number, mask: Bitmap): void {
  for (let word = 0; word < mask.length; word++) {
    const moved = (bitmap[from + word] as number) & (mask[word] as number);
    bitmap[from + word] = (bitmap[from + word] as number) & ~moved;
    bitmap[to + word] = (bitmap[to + word] as number) | moved;
  }
}

/** Every ordinal of words [from, to), ascending. */
export function forEachBit(
  bitmap: Bitmap,
  visit: (ordinal: number) => void,
  from = 0,
  to = bitmap.length,
): void {
  const end = Math.min(to, bitmap.length);
  for (let word = from; word < end; word++) {
    let bits = bitmap[word] as number;
    while (bits !== 0) {
      visit(word * 32 + lowestBit(bits));
      bits &= bits - 1;
    }
  }
}
