import { disabledBrokerages } from "../../brokerages/index.ts";
import { dueAfter } from "../../drips/index.ts";
import type { Context } from "../../platform/context.ts";
import { judgeDue } from "./judge-due.ts";
import type { RunRecord } from "./run-record.ts";

const BATCH = 500;

/** What a pass would send now; it reads, and changes nothing. */
export async function foreseeDueSteps(ctx: Context, record: RunRecord): Promise<void> {
  const now = ctx.clock.now();
  const idle = await disabledBrokerages(ctx.db);
  const others = new Map<string, number>();
  for (let last = 0; !ctx.signal.aborted; ) {
    const due = await dueAfter(ctx.db, last, { now, idle, limit: BATCH });
    for (const { due: each, verdict } of await judgeDue(ctx, due)) {
      if (verdict === "nobody") continue;
      if (verdict === "complete") count(others, "completed");
      else if ("stop" in verdict) count(others, `stopped (${verdict.stop})`);
      else record.add(each, "would_send", verdict.send.position);
    }
    if (due.length < BATCH) break;
    last = due.at(-1)?.id as number;
  }
  for (const [what, times] of others) record.note(`Would be ${what}: ${times}`);
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
