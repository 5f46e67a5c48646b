import { enterStage, stopEnrollments } from "../../drips/index.ts";
import type { LeadSettings } from "../../lead-settings/index.ts";
import type { Context } from "../../platform/context.ts";
import { activeFlags } from "../contact-rules/flags.ts";
import { marketingStopReason } from "../contact-rules/may-receive.ts";
import type { LeadRow } from "../lead-row.ts";
import type { EventType } from "./events.ts";

/** A lead as input of the drips slice. `onlyPipeline` restricts sequences to their pipeline (decisions.md: Drips). */
export function dripEntry(
  { id, brokerage_id, stage, pipeline_type }: LeadRow,
  { enforce_pipeline_type }: LeadSettings,
) {
  const onlyPipeline = enforce_pipeline_type ? pipeline_type : null;
  return { leadId: id, brokerageId: brokerage_id, stage, onlyPipeline };
}

/**
 * Updates the drips of a lead after a stage change: some enrollments stop, others start. Where a flag forbids marketing mail,
 * new enrollments are stopped at once, so that staff see why. Call it in the transaction of the change.
 */
export async function updateDrips(
  ctx: Context,
  lead: LeadRow,
  { event, settings }: { event: EventType; settings: LeadSettings },
): Promise<void> {
  const isBegun = await enterStage(ctx, { ...dripEntry(lead, settings), event });
  if (!isBegun) return;
  const flags = await activeFlags(ctx.db, [lead.id]);
  const reason = marketingStopReason(flags.get(lead.id) ?? []);
  if (reason) await stopEnrollments(ctx, { leadId: lead.id, reason });
}
