import { sql } from "kysely";
import { assignableAgent, findAgentAccount } from "../../../agents/index.ts";
import { lockBrokerage } from "../../../brokerages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { type Db, inTransaction } from "../../../platform/database/database.ts";
import { stageOfStatus } from "../../lifecycle/projections.ts";
import { eventColumns } from "../../lifecycle/record-event.ts";
import { leadColumns } from "../receive-lead.ts";
import type { LegacyLead } from "./legacy-lead.ts";

/** The brokerage of the leads, and the agents found so far by email; null: no assignable agent. */
export type ImportTarget = { brokerageId: number; agents: Map<string, number | null> };

type Received = LegacyLead & { receivedAt: Date };

/**
 * Stores leads in one transaction, each with one timeline row. Leads of an earlier import are skipped: same email and name,
 * received at the same time (or at any time, when the file has none). The lock of the brokerage serializes its imports.
 *
 * No response clock starts: imported leads may be years old, and thousands would be late at once.
 *
 * @returns the number of new leads.
 */
export async function storeLegacyLeads(
  ctx: Context,
  target: ImportTarget,
  leads: LegacyLead[],
): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    await lockBrokerage(ctx, target.brokerageId);
    const received = await withoutStored(ctx, target.brokerageId, leads);
    if (received.length === 0) return 0;
    await findAgents(ctx.db, target, received);
    const stored = await ctx.db
      .insertInto("leads")
      .values(received.map((lead) => ({ ...columnsOf(target, lead), updated_at: ctx.clock.now() })))
      .returning(["id", "email", "first_name", "last_name", "created_at"])
      .execute();
    const ids = new Map(stored.map((row) => [`${personKey(row)} ${row.created_at.getTime()}`, row.id]));
    await ctx.db
      .insertInto("lead_events")
      .values(
        received.map((lead) => ({
          lead_id: ids.get(`${personKey(lead)} ${lead.receivedAt.getTime()}`) as number,
          ...eventColumns(ctx, {
            event: "legacy_import",
            to: stageOfStatus[lead.status],
            occurredAt: lead.receivedAt,
            enteredAt: ctx.clock.now(),
            payload: { backfilled: true, status: lead.status },
          }),
        })),
      )
      .execute();
    return received.length;
  });
}

type Person = Pick<LegacyLead, "email" | "first_name" | "last_name">;

function personKey({ email, first_name, last_name }: Person): string {
  return JSON.stringify([email, first_name, last_name]).toLowerCase();
}

async function withoutStored(ctx: Context, brokerageId: number, leads: LegacyLead[]): Promise<Received[]> {
  const rows = await ctx.db
    .selectFrom("leads")
    .select(["email", "first_name", "last_name", "created_at"])
    .where("brokerage_id", "=", brokerageId)
    .where(
      sql<string>`lower(email)`,
      "in",
      leads.map(({ email }) => email.toLowerCase()),
    )
    .where("source", "=", "import")
    .execute();
  const known = new Map<string, Set<number>>();
  const timesOf = (person: Person) => {
    const times = known.get(personKey(person)) ?? new Set();
    known.set(personKey(person), times);
    return times;
  };
  for (const row of rows) timesOf(row).add(row.created_at.getTime());

  return leads.flatMap((lead) => {
    const times = timesOf(lead);
    const isKnown = lead.receivedAt === null ? times.size > 0 : times.has(lead.receivedAt.getTime());
    if (isKnown) return [];
    const receivedAt = lead.receivedAt ?? ctx.clock.now();
    times.add(receivedAt.getTime());
    return [{ ...lead, receivedAt }];
  });
}

/** Only assignable agents are used: leads of an agent who has left become unassigned. */
async function findAgents(db: Db, { brokerageId, agents }: ImportTarget, leads: LegacyLead[]): Promise<void> {
  for (const { agentEmail: email } of leads) {
    if (email === null || agents.has(email.toLowerCase())) continue;
    const account = await findAgentAccount(db, { brokerageId, email });
    const agent = account && (await assignableAgent(db, { brokerageId, agentId: account.id }));
    agents.set(email.toLowerCase(), agent?.id ?? null);
  }
}

function columnsOf({ brokerageId, agents }: ImportTarget, lead: Received) {
  const { receivedAt, status, agentEmail, source, ...person } = lead;
  return leadColumns(
    {
      ...person,
      brokerageId,
      source: "import",
      source_domain: source,
      source_page: null,
      assigned_agent_id: agentEmail === null ? null : (agents.get(agentEmail.toLowerCase()) ?? null),
      stage: stageOfStatus[status],
    },
    receivedAt,
  );
}
