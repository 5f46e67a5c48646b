import { setImmediate } from "node:timers/promises";

/** What may be done in one go before others get their turn. */
const TURN_MS = 4;

/** Goes through items whose handling takes processor time, and lets others have theirs every few milliseconds. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let began = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** Items that are looked at between two looks at the clock: less than a millisecond. */
const A_PART = 5000;

/** The numbers that `holds` takes, in their order; others have their turn every few milliseconds. */
export async function filterInTurns(
  numbers: Float64Array,
  holds: (number: number) => boolean,
): Promise<Float64Array> {
  const found = new Float64Array(numbers.length);
  let count = 0;
  let began = performance.now();
  for (let from = 0; from < numbers.length; from += A_PART) {
    const to = Math.min(from + A_PART, numbers.length);
    for (let at = from; at < to; at++) {
      const number = numbers[at] as number;
      if (holds(number)) found[count++] = number;
    }
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  return found.subarray(0, count);
}
