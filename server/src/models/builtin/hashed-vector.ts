/** Weights of features by 32-bit hash; hashing projects them to few dimensions. */
export type Features = Map<number, number>;

/** FNV-1a over UTF-16 code units; `seed` separates the kinds of features. */
export function hashText(text: string, seed: number, start = 0, end = text.length): number {
  let hash = seed | 0;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** Adds the square of `weight`: a feature that occurs four times counts twice as much as one that occurs once. */
export function addFeature(features: Features, feature: number, weight: number): void {
  features.set(feature, (features.get(feature) ?? 0) + weight * weight);
}

/** Dimensions per feature: two features that collide in one still differ in the others. */
export const SPREAD = 4;

/**
 * Adds each feature to four of the dimensions from `first` on, with random signs, so that collisions cancel out on
 * average.
 */
export function spreadFeatures(features: Features, sums: Float64Array, first: number): void {
  const places = new Int16Array(SPREAD);
  for (const [feature, energy] of features) {
    writePlaces(feature, sums.length - first, places, 0);
    addAtPlaces(sums, first, Math.sqrt(energy / SPREAD), places, 0);
  }
}

/** Writes the places of a feature among `dimensions`, each as twice the dimension, plus 1 for a positive sign. */
export function writePlaces(feature: number, dimensions: number, places: Int16Array, start: number): void {
  let hash = feature;
  for (let nth = 0; nth < SPREAD; nth++) {
    hash = scramble((hash + 0x9e3779b9) | 0);
    places[start + nth] = ((hash >>> 1) % dimensions) * 2 + (hash & 1);
  }
}

/** Adds a feature's share to each of its places, which begin at the dimension `first`. */
export function addAtPlaces(
  sums: Float64Array,
  first: number,
  share: number,
  places: Int16Array,
  start: number,
): void {
  for (let nth = start; nth < start + SPREAD; nth++) {
    const place = places[nth] as number;
    const dimension = first + (place >> 1);
    sums[dimension] = (sums[dimension] as number) + (place & 1 ? share : -share);
  }
}

/** Normalized to length 1; zeros stay zeros. */
export function unitVector(sums: Float64Array): Float32Array {
  let squares = 0;
  for (let index = 0; index < sums.length; index++) squares += (sums[index] as number) ** 2;
  const length = Math.sqrt(squares);
  const vector = new Float32Array(sums.length);
  if (length === 0) return vector;
  for (let index = 0; index < sums.length; index++) vector[index] = (sums[index] as number) / length;
  return vector;
}

/** Murmur3's finalizer: every bit of the hash depends on every bit of the input. */
function scramble(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
