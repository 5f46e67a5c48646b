import { FeedError } from "../client/feed-error.ts";
import type { RequestBudget } from "../client/request-budget.ts";

/** Someone waits for the result of the trial. */
const MAX_WAIT_MS = 5000;

/** The budget, for which no request waits long: one that would have to fails with `rate_limited`. */
export function withShortWaits(budget: RequestBudget): RequestBudget {
  return {
    pause: (ms) => budget.pause(ms),
    async take(reply, signal) {
      const late = AbortSignal.timeout(MAX_WAIT_MS);
      try {
        return await budget.take(reply, AbortSignal.any([signal, late]));
      } catch (error) {
        if (signal.aborted || !late.aborted) throw error;
        throw new FeedError("rate_limited", {
          detail: "The budget is used up, or the server has asked for a pause",
        });
      }
    },
  };
}
