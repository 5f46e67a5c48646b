/** A vector in one byte a dimension, as long as its greatest number allows; cosines lose less than a hundredth. */
export function quantize(vector: Float32Array): Int8Array {
  let greatest = 0;
  for (const value of vector) greatest = Math.max(greatest, Math.abs(value));
  return Int8Array.from(vector, (value) => (greatest === 0 ? 0 : Math.round((value / greatest) * 127)));
}

/** The cosine of a vector of length 1 with the quantized one at `start`; 0 with one of zeros. */
export function cosineAt(query: Float32Array, quantized: Int8Array, start: number): number {
  let product = 0;
  let squares = 0;
  for (let index = 0; index < query.length; index++) {
    const value = quantized[start + index] as number;
    product += (query[index] as number) * value;
    squares += value * value;
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares);
}

const UNIT = 32_767;

/**
 * A vector in two bytes a dimension, at length 32,767: cosines lose less than a thousandth, and the product of two fits
 * into 32 bits, whichever part of it one has added up. Zeros stay zeros.
 */
export function quantize16(vector: Float32Array): Int16Array<ArrayBuffer> {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const scale = squares === 0 ? 0 : UNIT / Math.sqrt(squares);
  const numbers = new Int16Array(vector.length);
  for (let index = 0; index < vector.length; index++)
    numbers[index] = Math.round((vector[index] as number) * scale);
  return numbers;
}

/** The cosine of two vectors of `quantize16`; 0 with one of zeros. */
export function cosine16(one: Int16Array, other: Int16Array): number {
  let product = 0;
  for (let index = 0; index < one.length; index++)
    product += (one[index] as number) * (other[index] as number);
  return cosineOf(product);
}

/** What a product of two vectors of `quantize16` means. */
export function cosineOf(product: number): number {
  return Math.max(-1, Math.min(1, product / (UNIT * UNIT)));
}

/** A 16-bit vector in a byte a dimension, written at a place; false when it is zeros. */
export function quantize8(vector: Int16Array, into: Int8Array, start: number): boolean {
  let greatest = 0;
  for (let index = 0; index < vector.length; index++)
    greatest = Math.max(greatest, Math.abs(vector[index] as number));
  if (greatest === 0) return false;
  const scale = 127 / greatest;
  for (let index = 0; index < vector.length; index++)
    into[start + index] = Math.round((vector[index] as number) * scale);
  return true;
}
