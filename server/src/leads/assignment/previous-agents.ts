import type { Context } from "../../platform/context.ts";
import type { LeadRow } from "../lead-row.ts";

/** The agents who had the lead according to its timeline, and its current agent. */
export async function previousAgents({ db }: Context, lead: LeadRow): Promise<number[]> {
  const rows = await db
    .selectFrom("lead_events")
    .select("payload")
    .where("lead_id", "=", lead.id)
    .where("event_type", "in", ["agent_assigned", "agent_reassigned"])
    .execute();
  const had = rows.map(({ payload }) => (payload as { agent_id?: number | null }).agent_id ?? null);
  return [...new Set([...had, lead.assigned_agent_id])].filter((id) => id !== null);
}
