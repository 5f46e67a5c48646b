import type { ActorContext } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { parseTimestamp, type Timestamp } from "../../../platform/parse-timestamp.ts";
import type { LeadRow } from "../../lead-row.ts";
import { lockLead } from "../../lead-scope.ts";
import type { FollowUp, FollowUpBody, LeadParams } from "../../leads.schemas.ts";
import { isOpen } from "../../lifecycle/stages.ts";
import { postableFrom } from "../../lifecycle/transitions.ts";
import { presentFollowUp } from "../../views/present-lead.ts";
import { changeFollowUp } from "./change-follow-up.ts";

/**
 * Books the lead's next follow-up and replaces the previous one (SPEC: Alerts and notifications). It has one reminder, and is
 * cleared by the next contact or when the lead leaves the pipeline.
 *
 * @throws AppError 404 `Lead not found`; 409 for a lead that has left the pipeline; 422 for a time in the past.
 */
export async function setLeadFollowUp(
  ctx: ActorContext,
  { lead_id, due_at, note }: LeadParams & FollowUpBody,
): Promise<FollowUp> {
  return inTransaction(ctx, async (ctx) => {
    const lead = await lockLead(ctx, lead_id);
    if (!isOpen(lead.stage)) throw new AppError("conflict", hasLeft(lead));
    const now = ctx.clock.now();
    const after = await changeFollowUp(ctx, lead, {
      follow_up_due_at: dueAt(due_at, now),
      follow_up_note: note || null,
      follow_up_source: "agent",
      follow_up_set_at: now,
      follow_up_reminded_at: null,
    });
    return presentFollowUp(after) as FollowUp;
  });
}

function dueAt(text: string, now: Date): Date {
  const moment = (parseTimestamp(text) as Timestamp).at;
  if (moment >= now) return moment;
  throw new AppError("invalid", [
    { loc: ["body", "due_at"], msg: "due_at is in the past", type: "value_error" },
  ]);
}

function hasLeft({ stage, pipeline_type }: LeadRow): string {
  const [back] = postableFrom(stage, pipeline_type);
  return (
    `A lead in ${stage} has left the pipeline and takes no follow-up; ` +
    (back ? `bring it back with ${back.event} first` : "log a contact instead")
  );
}
