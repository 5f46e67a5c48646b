import type { KeyVectors } from "./key-vectors.ts";
import type { PutBatch } from "./protocol.ts";

/** Half a megabyte: copied in a fraction of a millisecond. */
const MAX_NUMBERS = 262_144;

/** Splits vectors into batches that are copied quickly and transferred to the worker, so that no call blocks the main thread. */
export function* putBatches(items: readonly KeyVectors[], dimensions: number): Generator<PutBatch> {
  let from = 0;
  while (from < items.length) {
    let to = from;
    let vectors = 0;
    do vectors += (items[to++] as KeyVectors).vectors.length;
    while (to < items.length && vectors * dimensions < MAX_NUMBERS && to - from < MAX_NUMBERS / 64);
    yield batchOf(items.slice(from, to), vectors * dimensions);
    from = to;
  }
}

/** The product of longer vectors would overflow 32 bits. */
function hasRightLength(vector: Int16Array): boolean {
  let squares = 0;
  for (let index = 0; index < vector.length; index++) squares += (vector[index] as number) ** 2;
  return squares < 32_767 ** 2 * 1.01;
}

function batchOf(items: KeyVectors[], numbers: number): PutBatch {
  const batch: PutBatch = {
    keys: new Float64Array(items.length),
    revisions: new Float64Array(items.length),
    counts: new Int32Array(items.length),
    vectors: new Int16Array(numbers),
  };
  let index = 0;
  items.forEach(({ key, revision, vectors }, nth) => {
    batch.keys[nth] = key;
    batch.revisions[nth] = revision;
    batch.counts[nth] = vectors.length;
    for (const vector of vectors) {
      if (!hasRightLength(vector)) throw new RangeError(`A vector of key ${key} was not made by quantize16`);
      batch.vectors.set(vector, index);
      index += vector.length;
    }
  });
  return batch;
}
