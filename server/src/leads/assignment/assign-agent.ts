import type { Assignee } from "../../agents/index.ts";
import type { ChannelName } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { type LeadRow, visitorOf } from "../lead-row.ts";
import { ownAgentId } from "../lead-scope.ts";
import { announceAssignment } from "../lifecycle/announcements.ts";
import { type EventActor, recordEvent } from "../lifecycle/record-event.ts";
import { notifyAgent } from "./notify-agent.ts";

type Options = {
  /** Why, in somebody's words. */
  note?: string | null;
  /** More for the timeline row, beside who has the lead now and who had it. */
  payload?: object;
  /** Who does it, when it is not the caller. */
  actor?: EventActor;
  /** Known of a lead that has just arrived; else its timeline tells. */
  isFirst?: boolean;
  /** How the agent is told; by mail alone where it is not said. */
  channels?: readonly ChannelName[];
};

/**
 * Gives a lead to an agent, who gets a mail about it, or with null to nobody, and tells it on the timeline:
 * `agent_assigned` the first time, `agent_reassigned` ever after, and announces it. The same agent again changes nothing and writes no row.
 * Call it in a transaction, with the lead locked (`lockLead`); whether that agent may have the lead, and the audit row,
 * are the caller's.
 *
 * @returns the lead as it is now.
 */
export async function assignAgent(
  ctx: Context,
  lead: LeadRow,
  agent: Assignee | null,
  { note = null, payload = {}, actor, channels, ...known }: Options = {},
): Promise<LeadRow> {
  const previous = lead.assigned_agent_id;
  if (previous === (agent?.id ?? null)) return lead;
  const isFirst = known.isFirst ?? (previous === null && !(await hasBeenAssigned(ctx, lead.id)));
  const now = ctx.clock.now();
  const event = await recordEvent(ctx, lead.id, {
    ...(actor && { actor }),
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
  const assigned = (await ctx.db
    .updateTable("leads")
    .set({
      assigned_agent_id: agent?.id ?? null,
      ...(agent && lead.registration_status === "new" && { registration_status: "assigned" }),
      updated_at: now,
    })
    .where("id", "=", lead.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as LeadRow;
  await announceAssignment(ctx, assigned, { agent, previous });
  if (agent && !(await isTakenByThemselves(ctx, lead, agent.id, actor))) {
    await notifyAgent(ctx, assigned, {
      agent,
      eventId: event.id,
      isFirst,
      // With an actor of its own it is routed, and not assigned by who asks.
      causedBy: actor ? visitorOf(lead) : null,
      ...(channels && { channels }),
    });
  }
  return assigned;
}

/** Agents who take a lead themselves need no mail about it. What is routed they have not taken, whoever's request it was. */
async function isTakenByThemselves(ctx: Context, lead: LeadRow, agentId: number, actor?: EventActor) {
  if (actor || ctx.actor === null) return false;
  return (await ownAgentId(ctx.db, lead.brokerage_id, ctx.actor)) === agentId;
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
