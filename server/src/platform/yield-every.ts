import { setImmediate } from "node:timers/promises";

/** Longest time in which the event loop is kept busy. */
const SLICE_MS = 4;

/** Iterates over items whose handling takes processor time, and yields to the event loop every few milliseconds. */
export async function* iterateYielding<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let began = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - began < SLICE_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** Numbers that are tested between two readings of the clock: less than a millisecond. */
const CHUNK = 5000;

/** The numbers that satisfy the predicate, in their order. Yields to the event loop every few milliseconds. */
export async function filterYielding(
  numbers: Float64Array,
  predicate: (number: number) => boolean,
): Promise<Float64Array> {
  const found = new Float64Array(numbers.length);
  let count = 0;
  let began = performance.now();
  for (let from = 0; from < numbers.length; from += CHUNK) {
    const to = Math.min(from + CHUNK, numbers.length);
    for (let index = from; index < to; index++) {
      const number = numbers[index] as number;
      if (predicate(number)) found[count++] = number;
    }
    if (performance.now() - began < SLICE_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  return found.subarray(0, count);
}
