const BUCKETS = 2048;
/** So few are sorted. */
const FEW = 2048;

/**
 * What sorting would put at two places, `first` not after `last`. In some passes over the numbers and without sorting them:
 * numbers are counted by buckets, and only the bucket that holds the places is looked at again. Infinity comes last.
 */
export function selectTwo(values: Float64Array, first: number, last: number): [number, number] {
  let held = values;
  let before = 0;
  while (held.length > FEW) {
    const [least, most] = finiteBounds(held);
    const finite = countFinite(held);
    if (first - before >= finite) return [Infinity, Infinity];
    if (last - before >= finite) return [selectOne(held, first - before), Infinity];
    if (least === most) return [least, least];
    const bucketOf = bucketing(least, most);
    const counts = countBuckets(held, bucketOf);
    const one = bucketAt(counts, first - before);
    if (one.bucket !== bucketAt(counts, last - before).bucket) {
      return [selectOne(held, first - before), selectOne(held, last - before)];
    }
    // Numbers too far or too near for so many buckets are left to sorting.
    if (counts[one.bucket] === held.length) break;
    held = inBucket(held, bucketOf, one.bucket, counts[one.bucket] as number);
    before += one.before;
  }
  const sorted = held.toSorted();
  return [sorted[first - before] as number, sorted[last - before] as number];
}

function selectOne(values: Float64Array, nth: number): number {
  return selectTwo(values, nth, nth)[0];
}

type BucketOf = { least: number; scale: number };

function bucketing(least: number, most: number): BucketOf {
  return { least, scale: (BUCKETS - 1) / (most - least) };
}

function finiteBounds(values: Float64Array): [number, number] {
  let least = Infinity;
  let most = -Infinity;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (value < least) least = value;
    if (value > most && value !== Infinity) most = value;
  }
  return [least, most];
}

function countFinite(values: Float64Array): number {
  let count = 0;
  for (let at = 0; at < values.length; at++) if (values[at] !== Infinity) count++;
  return count;
}

function countBuckets(values: Float64Array, { least, scale }: BucketOf): Int32Array {
  const counts = new Int32Array(BUCKETS);
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (value === Infinity) continue;
    const bucket = ((value - least) * scale) | 0;
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  return counts;
}

function bucketAt(counts: Int32Array, nth: number): { bucket: number; before: number } {
  let before = 0;
  for (let bucket = 0; ; bucket++) {
    const count = counts[bucket] as number;
    if (before + count > nth) return { bucket, before };
    before += count;
  }
}

function inBucket(values: Float64Array, { least, scale }: BucketOf, bucket: number, count: number) {
  const found = new Float64Array(count);
  let size = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (value !== Infinity && (((value - least) * scale) | 0) === bucket) found[size++] = value;
  }
  return found;
}
