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
