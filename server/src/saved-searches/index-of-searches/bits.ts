/** Ordinals of searches as bits. */
export type Bits = Int32Array<ArrayBuffer>;

export const wordsFor = (ordinals: number) => (ordinals + 31) >>> 5;

export function setBit(bits: Bits, ordinal: number): void {
  bits[ordinal >>> 5] = (bits[ordinal >>> 5] as number) | (1 << (ordinal & 31));
}

export function clearBit(bits: Bits, ordinal: number): void {
  bits[ordinal >>> 5] = (bits[ordinal >>> 5] as number) & ~(1 << (ordinal & 31));
}

export function grown(bits: Bits, words: number): Bits {
  if (bits.length >= words) return bits;
  const larger = new Int32Array(words);
  larger.set(bits);
  return larger;
}
