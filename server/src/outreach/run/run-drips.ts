import { recordChange } from "../../audit/index.ts";
import type { ActorContext, Context } from "../../platform/context.ts";
import { hasUnsubscribeLinks } from "../../platform/crypto/unsubscribe-links.ts";
import { foreseeDueSteps } from "./foresee-due-steps.ts";
import type { DripRunQuery, DripRunReport } from "./run.schemas.ts";
import { RunRecord } from "./run-record.ts";
import { sendDueSteps } from "./send-due-steps.ts";

/**
 * An operator runs the drip pass now, or sees what it would send (SPEC: Drip sequences). The audit log keeps who did.
 */
export async function runDrips(ctx: ActorContext, { dry_run }: DripRunQuery): Promise<DripRunReport> {
  if (dry_run) {
    const record = recordFor(ctx);
    await foreseeDueSteps(ctx, record);
    return record.report(true);
  }
  const report = await runDripPass(ctx);
  await recordChange(ctx, {
    action: "run",
    targetType: "drips",
    targetId: ctx.requestId,
    brokerageId: null,
    after: report.counts,
  });
  return report;
}

/** One pass: sends what is due, at most one step of each enrollment (SPEC: Drip sending rules). */
export async function runDripPass(ctx: Context): Promise<DripRunReport> {
  const record = recordFor(ctx);
  // Whoever asks for it, what it does is nobody's doing.
  await sendDueSteps({ ...ctx, actor: null }, record);
  return record.report(false);
}

function recordFor(ctx: Context): RunRecord {
  const record = new RunRecord();
  if (!hasUnsubscribeLinks(ctx)) record.note(LINKS_ARE_DISABLED);
  return record;
}

const LINKS_ARE_DISABLED =
  "Unsubscribe links are disabled: set PUBLIC_API_URL, and DRIP_UNSUBSCRIBE_SECRET or FAVORITES_SECRET. Until then the " +
  "last line of each mail asks the reader to reply.";
