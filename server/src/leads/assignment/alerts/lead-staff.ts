import { type Assignee, activeAgents } from "../../../agents/index.ts";
import { brokersOf } from "../../../brokerages/index.ts";
import type { LeadSettings } from "../../../lead-settings/index.ts";
import type { Recipient } from "../../../messages/index.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { LeadRow } from "../../lead-row.ts";

/** The staff who are notified about a lead. */
export type LeadStaff = {
  /** The assigned agent, if active. */
  agent: Recipient | null;
  brokers: Recipient[];
};

type AssignedLead = Pick<LeadRow, "brokerage_id" | "assigned_agent_id">;

/** Looks up the staff of many leads in two queries. */
export async function staffOfLeads(
  db: Db,
  leads: readonly AssignedLead[],
  settings: ReadonlyMap<number, LeadSettings>,
): Promise<(lead: AssignedLead) => LeadStaff> {
  const agentIds = leads.flatMap(({ assigned_agent_id: id }) => (id === null ? [] : [id]));
  const agents = await activeAgents(db, agentIds);
  const brokers = await brokersOf(
    db,
    leads.map(({ brokerage_id }) => brokerage_id),
  );
  return ({ brokerage_id, assigned_agent_id }) => {
    const timeZone = settings.get(brokerage_id)?.time_zone ?? "UTC";
    const agent = agents.get(assigned_agent_id ?? 0);
    return {
      agent: agent ? agentRecipient(agent, timeZone) : null,
      brokers: brokers
        .filter((each) => each.brokerage_id === brokerage_id)
        .map(({ id, name, email, phone }) => ({ kind: "broker", id, name, email, phone, timeZone })),
    };
  };
}

function agentRecipient({ id, name, email, phone, time_zone }: Assignee, brokerages: string): Recipient {
  return { kind: "agent", id, name, email, phone, timeZone: time_zone ?? brokerages };
}
