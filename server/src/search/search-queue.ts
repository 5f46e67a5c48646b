import type { Context } from "../context.ts";
import { FairQueue } from "../platform/fair-queue.ts";

/** Searches that ask models and compare vectors, of all callers: the threads that compare have one place each. */
export function createSearchQueue(): FairQueue {
  return new FairQueue({
    slots: 16,
    slotsPerCaller: 8,
    waiting: 1000,
    waitingPerCaller: 100,
    retryAfterSeconds: 5,
    busy: "Search service unavailable: too many searches are waiting",
  });
}

/** Pictures that callers name, which a model server may take half a minute to embed. */
export function createQueryPictureQueue(): FairQueue {
  return new FairQueue({
    slots: 8,
    slotsPerCaller: 2,
    waiting: 60,
    waitingPerCaller: 6,
    retryAfterSeconds: 5,
    busy: "Search service unavailable: too many pictures are waiting",
  });
}

/** The search, when it is its caller's turn. */
export function queued<Ctx extends Context, Input, Result>(
  search: (ctx: Ctx, input: Input) => Promise<Result>,
): (ctx: Ctx, input: Input) => Promise<Result> {
  return (ctx, input) => ctx.searches.run(ctx.caller, ctx.signal, () => search(ctx, input));
}
