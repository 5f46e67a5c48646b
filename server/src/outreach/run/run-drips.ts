import { recordChange } from "../../audit/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { previewDripPass } from "./preview-drip-pass.ts";
import type { DripRunQuery, DripRunReport } from "./run.schemas.ts";
import { runDripPass } from "./run-drip-pass.ts";

/** Runs or previews a drip pass for an operator (SPEC: Drip sequences). The audit log names the operator. */
export async function runDrips(ctx: ActorContext, { dry_run }: DripRunQuery): Promise<DripRunReport> {
  if (dry_run) return previewDripPass(ctx);
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
