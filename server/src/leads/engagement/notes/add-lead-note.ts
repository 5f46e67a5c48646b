import { recordChange } from "../../../audit/index.ts";
import type { ActorContext } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { lockLead } from "../../lead-scope.ts";
import type { LeadParams } from "../../leads.schemas.ts";
import { recordEvent } from "../../lifecycle/record-event.ts";
import { presentActor } from "../../lifecycle/timeline/present-timeline.ts";
import type { LeadNote, LeadNoteBody } from "./notes.schemas.ts";

/**
 * Adds a note of staff to the timeline of a lead, in any stage. It is no contact: the response clock, the follow-up and the last contact
 * stay as they are.
 *
 * @throws AppError 404 `Lead not found`.
 */
export async function addLeadNote(
  ctx: ActorContext,
  { lead_id, note }: LeadParams & LeadNoteBody,
): Promise<LeadNote> {
  return inTransaction(ctx, async (ctx) => {
    const lead = await lockLead(ctx, lead_id);
    const now = ctx.clock.now();
    const event = await recordEvent(ctx, lead_id, { event: "note_added", note, occurredAt: now });
    // The row of the lead changes, because the live stream follows it.
    await ctx.db.updateTable("leads").set({ updated_at: now }).where("id", "=", lead_id).execute();
    await recordChange(ctx, {
      action: "update",
      targetType: "lead",
      targetId: lead_id,
      brokerageId: lead.brokerage_id,
      before: { last_event: null },
      after: { last_event: event.event_type },
    });
    return { id: event.id, lead_id, note, occurred_at: now, actor: presentActor(event) };
  });
}
