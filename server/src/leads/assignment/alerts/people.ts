import { type Assignee, agentsAtWork } from "../../../agents/index.ts";
import { brokersOf } from "../../../brokerages/index.ts";
import type { LeadSettings } from "../../../lead-settings/index.ts";
import type { Recipient } from "../../../messages/index.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { LeadRow } from "../../lead-row.ts";

/** Who is told about a lead. */
export type People = {
  /** Who has it and is there. */
  agent: Recipient | null;
  brokers: Recipient[];
};

type Owned = Pick<LeadRow, "brokerage_id" | "assigned_agent_id">;

/** Looks up the people of some leads, all at once. */
export async function peopleOf(
  db: Db,
  leads: readonly Owned[],
  settings: ReadonlyMap<number, LeadSettings>,
): Promise<(lead: Owned) => People> {
  const agentIds = leads.flatMap(({ assigned_agent_id: id }) => (id === null ? [] : [id]));
  const agents = await agentsAtWork(db, agentIds);
  const brokers = await brokersOf(
    db,
    leads.map(({ brokerage_id }) => brokerage_id),
  );
  return ({ brokerage_id, assigned_agent_id }) => {
    const timeZone = settings.get(brokerage_id)?.time_zone ?? "UTC";
    const agent = agents.get(assigned_agent_id ?? 0);
    return {
      agent: agent ? asRecipient(agent, timeZone) : null,
      brokers: brokers
        .filter((each) => each.brokerage_id === brokerage_id)
        .map(({ id, name, email, phone }) => ({ kind: "broker", id, name, email, phone, timeZone })),
    };
  };
}

function asRecipient({ id, name, email, phone, time_zone }: Assignee, brokerages: string): Recipient {
  return { kind: "agent", id, name, email, phone, timeZone: time_zone ?? brokerages };
}
