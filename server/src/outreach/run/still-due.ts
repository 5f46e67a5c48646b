import { stillDue } from "../../drips/index.ts";
import type { Context } from "../../platform/context.ts";
import type { ClaimedStep } from "./prepare-batch.ts";

/** Asked for at a time, and believed for so long: somebody may opt out while a step waits for its turn. */
const TOGETHER = 10;
const BELIEVED_MS = 50;

/** Tells of each step of a batch, just before it is sent, whether it is still to be; asked for in their order. */
export function stillDueSteps(ctx: Context, steps: readonly ClaimedStep[]): (at: number) => Promise<boolean> {
  let asked = { from: 0, to: 0, at: 0, due: Promise.resolve<ReadonlySet<number>>(new Set()) };
  return async (at) => {
    if (at >= asked.to || at < asked.from || performance.now() - asked.at > BELIEVED_MS) {
      const next = steps.slice(at, at + TOGETHER);
      const due = stillDue(
        ctx.db,
        next.map(({ claimed }) => claimed),
      );
      asked = { from: at, to: at + next.length, at: performance.now(), due };
    }
    return (await asked.due).has(steps[at]?.due.id ?? 0);
  };
}
