import { setTimeout as delay } from "node:timers/promises";
import type { RequestBudget } from "./request-budget.ts";
import { spacingOf } from "./turn-times.ts";

/** The budget of a server without a stored feed, for one caller: its requests a second, and the pauses that it asks for. */
export function pacedBudget(perSecond: number | null): RequestBudget {
  let nextAt = 0;
  return {
    async take({ most }, signal) {
      for (;;) {
        signal.throwIfAborted();
        const wait = nextAt - performance.now();
        if (wait <= 0) break;
        await delay(wait, null, { signal });
      }
      nextAt = performance.now() + spacingOf(perSecond);
      return { maxBytes: most, received: async () => {}, release: async () => {} };
    },
    async pause(ms) {
      nextAt = Math.max(nextAt, performance.now() + ms);
    },
  };
}
