import { type Assignee, activeAgents } from "../agents/index.ts";
import { brokerageSummaries, brokersOf } from "../brokerages/index.ts";
import type { MailRecipient } from "../leads/index.ts";
import type { Db } from "../platform/database/database.ts";

/** The agent, brokerage and owner who write to a lead. */
export type People = {
  /** The assigned agent, if active. */
  agent: Pick<Assignee, "name" | "email" | "phone"> | null;
  brokerage: string;
  /** The brokerage's primary contact. */
  owner: { email: string; phone: string | null } | null;
};

/** Looks up the people of some leads, with three queries in all. */
export async function peopleOf(
  db: Db,
  leads: readonly Pick<MailRecipient, "brokerage_id" | "assigned_agent_id">[],
): Promise<(lead: (typeof leads)[number]) => People> {
  const brokerageIds = [...new Set(leads.map(({ brokerage_id }) => brokerage_id))];
  const agents = await activeAgents(
    db,
    leads.flatMap(({ assigned_agent_id: id }) => id ?? []),
  );
  const brokerages = await brokerageSummaries(db, brokerageIds);
  const owners = (await brokersOf(db, brokerageIds)).filter(({ is_primary }) => is_primary);
  return ({ brokerage_id, assigned_agent_id }) => ({
    agent: agents.get(assigned_agent_id ?? 0) ?? null,
    brokerage: brokerages.get(brokerage_id)?.name ?? "",
    owner: owners.find((each) => each.brokerage_id === brokerage_id) ?? null,
  });
}
