import { disabledBrokerages } from "../../brokerages/index.ts";
import { pageOfDue } from "../../drips/index.ts";
import type { Context } from "../../platform/context.ts";
import { decideSteps } from "./decide-steps.ts";
import type { DripRunReport } from "./run.schemas.ts";
import { runRecorder } from "./run-recorder.ts";

const BATCH = 500;

/** The actions that a pass would take now. Changes nothing. */
export async function previewDripPass(ctx: Context): Promise<DripRunReport> {
  const recorder = runRecorder(ctx);
  const now = ctx.clock.now();
  const disabledBrokerageIds = await disabledBrokerages(ctx.db);
  const others = new Map<string, number>();
  const count = (what: string) => others.set(what, (others.get(what) ?? 0) + 1);
  for (let last = 0; !ctx.signal.aborted; ) {
    const due = await pageOfDue(ctx.db, last, { now, disabledBrokerageIds, limit: BATCH });
    for (const { due: each, decision } of await decideSteps(ctx, due)) {
      if (decision === "skip") continue;
      if (decision === "complete") count("completed");
      else if ("stop" in decision) count(`stopped (${decision.stop})`);
      else recorder.add(each, "would_send", decision.send.position);
    }
    if (due.length < BATCH) break;
    last = due.at(-1)?.id as number;
  }
  for (const [what, times] of others) recorder.note(`Would be ${what}: ${times}`);
  return recorder.report({ dryRun: true });
}
