/** A vector in one byte a dimension, as long as its greatest number allows; cosines lose less than a hundredth. */
export function quantise(vector: Float32Array): Int8Array {
  let greatest = 0;
  for (const value of vector) greatest = Math.max(greatest, Math.abs(value));
  return Int8Array.from(vector, (value) => (greatest === 0 ? 0 : Math.round((value / greatest) * 127)));
}

/** The cosine of a vector of length 1 with the quantised one at `start`; 0 with one of zeros. */
export function cosineAt(query: Float32Array, quantised: Int8Array, start: number): number {
  let product = 0;
  let squares = 0;
  for (let at = 0; at < query.length; at++) {
    const value = quantised[start + at] as number;
    product += (query[at] as number) * value;
    squares += value * value;
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares);
}
