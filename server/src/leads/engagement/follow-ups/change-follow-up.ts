import { recordChange } from "../../../audit/index.ts";
import type { Context } from "../../../platform/context.ts";
import type { LeadRow } from "../../lead-row.ts";

/** The follow-up columns of a lead without a follow-up. */
export const noFollowUp = {
  follow_up_due_at: null,
  follow_up_note: null,
  follow_up_source: null,
  follow_up_set_at: null,
  follow_up_reminded_at: null,
};

type FollowUpColumns = Pick<LeadRow, keyof typeof noFollowUp>;

/** Writes a follow-up and its audit row. The lead must be locked. */
export async function changeFollowUp(
  ctx: Context,
  lead: LeadRow,
  columns: FollowUpColumns,
): Promise<LeadRow> {
  const after = (await ctx.db
    .updateTable("leads")
    .set({ ...columns, updated_at: ctx.clock.now() })
    .where("id", "=", lead.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as LeadRow;
  await recordChange(ctx, {
    action: "update",
    targetType: "lead",
    targetId: lead.id,
    brokerageId: lead.brokerage_id,
    before: followUpView(lead),
    after: followUpView(after),
  });
  return after;
}

/** With the time it was set: booking the same follow-up again is a change, with a new reminder. */
function followUpView({ follow_up_due_at, follow_up_note, follow_up_source, follow_up_set_at }: LeadRow) {
  return { follow_up_due_at, follow_up_note, follow_up_source, follow_up_set_at };
}
