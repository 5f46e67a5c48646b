const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;
/** Keys of a pass in one go: about a millisecond. */
const PART = 50_000;

/** What a sort of so many ordinals works in: shared by sorts one after the other, as memory that comes and goes is not given back. */
export class SortMemory {
  readonly keys: Float64Array<ArrayBuffer>;
  readonly otherKeys: Uint32Array<ArrayBuffer>;
  readonly sorted: [Int32Array<ArrayBuffer>, Int32Array<ArrayBuffer>];

  constructor(count: number) {
    this.keys = new Float64Array(count);
    this.otherKeys = new Uint32Array(count * 2);
    this.sorted = [new Int32Array(count), new Int32Array(count)];
  }
}

/**
 * Sorts ordinals by a key each; equal keys stay in the order that the ordinals have. Least digit first, on the bits of the doubles, as
 * 11 bits are a pass of some milliseconds for a million; digits that all keys have in common are left out.
 *
 * @returns the ordinals in order, in `memory`: valid until the next sort.
 */
export function* sortByKey(
  ordinals: Int32Array,
  keyOf: (ordinal: number) => number,
  memory = new SortMemory(ordinals.length),
): Generator<void, Int32Array<ArrayBuffer>> {
  const count = ordinals.length;
  const { keys } = memory;
  let words: Uint32Array = new Uint32Array(keys.buffer);
  for (const [from, to] of parts(count)) {
    // + 0: negative zero is zero.
    for (let nth = from; nth < to; nth++) keys[nth] = keyOf(ordinals[nth] as number) + 0;
    for (let nth = from; nth < to; nth++) makeSortable(words, nth * 2);
    yield;
  }
  let otherWords: Uint32Array = memory.otherKeys;
  let [sorted, other] = memory.sorted;
  sorted.set(ordinals);
  for (const [half, shift] of PASSES) {
    const places = yield* placesOf(words, half, shift, count);
    if (places === null) continue;
    for (const [from, to] of parts(count)) {
      for (let nth = from; nth < to; nth++) {
        const digit = ((words[nth * 2 + half] as number) >>> shift) & (DIGITS - 1);
        const place = places[digit] as number;
        places[digit] = place + 1;
        other[place] = sorted[nth] as number;
        otherWords[place * 2] = words[nth * 2] as number;
        otherWords[place * 2 + 1] = words[nth * 2 + 1] as number;
      }
      yield;
    }
    [sorted, other] = [other, sorted];
    [words, otherWords] = [otherWords, words];
  }
  return sorted;
}

function* parts(count: number): Generator<[from: number, to: number]> {
  for (let from = 0; from < count; from += PART) yield [from, Math.min(from + PART, count)];
}

/** Which half of the double, the lower one first, and by how many bits it is shifted. */
const PASSES = [0, 1].flatMap((half) => [0, 11, 22].map((shift) => [half, shift] as const));

/** Turns the bits of a double into a number that sorts as the double does. */
function makeSortable(words: Uint32Array, at: number): void {
  const high = words[at + 1] as number;
  if (high >>> 31 === 1) {
    words[at] = ~(words[at] as number);
    words[at + 1] = ~high;
  } else words[at + 1] = high ^ 0x80000000;
}

/** Where the keys of each digit begin; null when all keys have the same digit. */
function* placesOf(
  words: Uint32Array,
  half: number,
  shift: number,
  count: number,
): Generator<void, Int32Array | null> {
  const counts = new Int32Array(DIGITS);
  for (const [from, to] of parts(count)) {
    for (let nth = from; nth < to; nth++) {
      const digit = ((words[nth * 2 + half] as number) >>> shift) & (DIGITS - 1);
      counts[digit] = (counts[digit] as number) + 1;
    }
    yield;
  }
  let place = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const size = counts[digit] as number;
    if (size === count && count > 0) return null;
    counts[digit] = place;
    place += size;
  }
  return counts;
}
