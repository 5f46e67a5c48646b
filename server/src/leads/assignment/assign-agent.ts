import type { Assignee } from "../../agents/index.ts";
import type { ChannelName } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { type LeadRow, visitorEmail } from "../lead-row.ts";
import { ownAgentId } from "../lead-scope.ts";
import { announceAssignment } from "../lifecycle/announcements.ts";
import { type EventActor, eventColumns } from "../lifecycle/record-event.ts";
import { updateWithEvent } from "../lifecycle/update-with-event.sql.ts";
import { notifyAgent } from "./notify-agent.ts";

type Options = {
  /** The note of the timeline row. */
  note?: string | null;
  /** Added to the payload of the timeline row. */
  payload?: object;
  /** The actor of the timeline row; the caller by default. Set when the lead was routed for a visitor or by an alert. */
  actor?: EventActor;
  /** The channels of the agent's notice, where they are not those of every new lead. */
  channels?: readonly ChannelName[];
};

/**
 * Assigns a lead to an agent, or with null to no agent. Writes the timeline row (`agent_assigned` the first time, then
 * `agent_reassigned`), announces the assignment and notifies the agent. The same agent again changes nothing. Call it in a
 * transaction with the lead locked (`lockLead`). The caller checks that the agent may get the lead, and writes the audit row.
 *
 * @returns the updated lead.
 */
export async function assignAgent(
  ctx: Context,
  lead: LeadRow,
  agent: Assignee | null,
  { note = null, payload = {}, actor, channels }: Options = {},
): Promise<LeadRow> {
  const previous = lead.assigned_agent_id;
  if (previous === (agent?.id ?? null)) return lead;
  const isFirst = previous === null && !(await hasBeenAssigned(ctx, lead.id));
  const now = ctx.clock.now();
  const event = eventColumns(ctx, {
    ...(actor && { actor }),
    event: isFirst ? "agent_assigned" : "agent_reassigned",
    note,
    occurredAt: now,
    payload: { ...assignmentPayload(agent, previous), ...payload },
  });
  const columns = {
    assigned_agent_id: agent?.id ?? null,
    ...(agent && lead.registration_status === "new" && { registration_status: "assigned" }),
    updated_at: now,
  };
  const { lead: assigned, eventId } = await updateWithEvent(ctx.db, lead.id, columns, event);
  await announceAssignment(ctx, assigned, { agent, previous });
  if (agent && !(await isSelfAssigned(ctx, lead, agent.id, actor))) {
    await notifyAgent(ctx, assigned, {
      agent,
      eventId,
      isFirst,
      // An explicit actor means that the visitor's form or their waiting lead causes the notice, not the caller.
      causedBy: actor ? visitorEmail(lead) : null,
      ...(channels && { channels }),
    });
  }
  return assigned;
}

/** The payload of a timeline row that assigns a lead. */
export function assignmentPayload(agent: Pick<Assignee, "id" | "name"> | null, previous: number | null) {
  return {
    agent_id: agent?.id ?? null,
    agent_name: agent?.name ?? null,
    previous_agent_id: previous,
  };
}

/**
 * Whether the caller is the agent who gets the lead, and so gets no notice. With an explicit actor, the caller is not
 * who assigns the lead.
 */
async function isSelfAssigned(ctx: Context, lead: LeadRow, agentId: number, actor?: EventActor) {
  if (actor || ctx.actor === null) return false;
  return (await ownAgentId(ctx.db, lead.brokerage_id, ctx.actor)) === agentId;
}

/** A lead without an agent may have had one before. */
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
