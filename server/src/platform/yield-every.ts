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
