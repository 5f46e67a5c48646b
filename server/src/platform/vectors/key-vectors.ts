const MAX_VECTORS_PER_KEY = 1000;
const GREATEST_KEY = 2 ** 40;

export type KeyVectors = {
  /** 1 to 2^40. */
  key: number;
  /** Of the key's content: an older one never replaces a newer one. */
  revision: number;
  /** Made by `quantize16`; a key is as near as the nearest of them. None: the key is removed. */
  vectors: Int16Array[];
};

/** @throws RangeError for what cannot be kept. */
export function checkItem({ key, revision, vectors }: KeyVectors, dimensions: number): void {
  if (!Number.isInteger(key) || key < 1 || key > GREATEST_KEY) throw new RangeError("A key is 1 to 2^40");
  if (!Number.isSafeInteger(revision) || revision < 0) throw new RangeError("A revision is a whole number");
  if (vectors.length > MAX_VECTORS_PER_KEY)
    throw new RangeError(`${MAX_VECTORS_PER_KEY} vectors a key at most`);
  if (vectors.some(({ length }) => length !== dimensions))
    throw new RangeError("A vector of other dimensions");
}
