import { sql } from "kysely";
import type { DatabaseHandle } from "../../src/platform/database/database.ts";
import type { Registered } from "./routed-brokerage.ts";

/**
 * Checks that a brokerage has one lead for each acknowledged registration and no other, each with the
 * agent of the reply, with one decision and one assignment.
 *
 * @returns the agent of each lead, in the order of the decisions.
 */
export async function expectRoutedOnce(
  { db }: DatabaseHandle,
  brokerageId: number,
  registered: Registered[],
): Promise<(number | null)[]> {
  const { rows } = await sql<{
    id: number;
    agent: number | null;
    decisions: (number | null)[];
    assigned: number[];
  }>`
    select leads.id, leads.assigned_agent_id as agent,
      array(
        select agent_id from routing_decisions where lead_id = leads.id order by routing_decisions.id
      ) as decisions,
      array(
        select (payload ->> 'agent_id')::int from lead_events
        where lead_id = leads.id and event_type in ('agent_assigned', 'agent_reassigned')
      ) as assigned
    from leads
    where leads.brokerage_id = ${brokerageId}
    order by (select min(routing_decisions.id) from routing_decisions where lead_id = leads.id)`.execute(db);
  const answers = new Map(registered.map(({ leadId, agentId }) => [leadId, agentId]));
  if (rows.length !== registered.length || answers.size !== registered.length) {
    throw new Error(
      `${registered.length} registrations were answered with ${answers.size} leads; ${rows.length} are stored`,
    );
  }
  for (const { id, agent, decisions, assigned } of rows) {
    const seen = JSON.stringify([agent, decisions, assigned]);
    const right = JSON.stringify([agent, [agent], agent === null ? [] : [agent]]);
    if (!answers.has(id) || answers.get(id) !== agent || seen !== right) {
      throw new Error(
        `Lead ${id}: agent, decisions, assignments are ${seen}, the reply had ${answers.get(id)}`,
      );
    }
  }
  return rows.map(({ agent }) => agent);
}

/** The number of leads of each agent. */
export function sharesOf(agents: number[], turns: (number | null)[]): number[] {
  return agents.map((agent) => turns.filter((each) => each === agent).length);
}
