import { recordChange } from "../audit/index.ts";
import type { UsesListings } from "../listings/index.ts";
import type { ActorContext } from "../platform/context.ts";
import type { UsesSavedSearches } from "../saved-searches/index.ts";
import { runSweep, type SweepReport } from "./run-sweep.ts";

/** Runs the sweep on request of an operator, with an audit row. Returns the count of each action. */
export async function runLifecycleSweep(
  ctx: ActorContext<UsesListings & UsesSavedSearches>,
): Promise<SweepReport> {
  const report = await runSweep(ctx);
  await recordChange(ctx, {
    action: "run",
    targetType: "sweep",
    targetId: ctx.requestId,
    brokerageId: null,
    after: report.counts,
  });
  return report;
}
