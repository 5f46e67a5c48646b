import type { Context } from "../../context.ts";
import type { LeadRow } from "../lead-row.ts";
import { recordEvent } from "../lifecycle/record-event.ts";

type Options = {
  /** Why, in somebody's words. */
  note?: string | null;
  /** More for the timeline row, beside who has the lead now and who had it. */
  payload?: object;
};

/**
 * Gives a lead to an agent, or with null to nobody, and tells it on the timeline: `agent_assigned` the first time,
 * `agent_reassigned` ever after. The same agent again changes nothing and writes no row. Call it in a transaction, with
 * the lead locked (`lockLead`); whether that agent may have the lead, and the audit row, are the caller's.
 *
 * @returns the lead as it is now.
 */
export async function assignAgent(
  ctx: Context,
  lead: LeadRow,
  agent: { id: number; name: string } | null,
  { note = null, payload = {} }: Options = {},
): Promise<LeadRow> {
  const previous = lead.assigned_agent_id;
  if (previous === (agent?.id ?? null)) return lead;
  const isFirst = previous === null && !(await hasBeenAssigned(ctx, lead.id));
  const now = ctx.clock.now();
  await recordEvent(ctx, lead.id, {
    event: isFirst ? "agent_assigned" : "agent_reassigned",
    note,
    occurredAt: now,
    payload: {
      agent_id: agent?.id ?? null,
      agent_name: agent?.name ?? null,
      previous_agent_id: previous,
      ...payload,
    },
  });
  return (await ctx.db
    .updateTable("leads")
    .set({ assigned_agent_id: agent?.id ?? null, updated_at: now })
    .where("id", "=", lead.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as LeadRow;
}

/** A lead that nobody has now may still have had somebody before. */
async function hasBeenAssigned({ db }: Context, leadId: number): Promise<boolean> {
  const row = await db
    .selectFrom("lead_events")
    .select("id")
    .where("lead_id", "=", leadId)
    .where("event_type", "in", ["agent_assigned", "agent_reassigned"])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
