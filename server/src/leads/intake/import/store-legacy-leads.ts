import { sql } from "kysely";
import { assignableAgent, findAgentAccount } from "../../../agents/index.ts";
import { lockBrokerage } from "../../../brokerages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { type Db, inTransaction } from "../../../platform/database/database.ts";
import { stageOfStatus } from "../../lifecycle/projections.ts";
import { eventColumns } from "../../lifecycle/record-event.ts";
import { leadColumns } from "../receive-lead.ts";
import type { LegacyLead } from "./legacy-lead.ts";

/** Whose leads they become; and which agents the rows so far have named, by email: null is nobody who takes leads. */
export type Import = { brokerageId: number; agents: Map<string, number | null> };

type Received = LegacyLead & { receivedAt: Date };

/**
 * Stores leads in one transaction, each with the one row that its status gives its timeline. Those that an import has
 * stored before are left as they are: the same email and name, received at the same time (at any time, where the file
 * does not say). Imports into one brokerage take turns.
 *
 * No response clock starts: whoever wrote years ago waits for nobody, and thousands would be late at once.
 *
 * @returns how many were new.
 */
export async function storeLegacyLeads(ctx: Context, target: Import, leads: LegacyLead[]): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    await lockBrokerage(ctx, target.brokerageId);
    const received = await newOnes(ctx, target.brokerageId, leads);
    if (received.length === 0) return 0;
    await findAgents(ctx.db, target, received);
    const stored = await ctx.db
      .insertInto("leads")
      .values(received.map((lead) => ({ ...columnsOf(target, lead), updated_at: ctx.clock.now() })))
      .returning(["id", "email", "first_name", "last_name", "created_at"])
      .execute();
    const ids = new Map(stored.map((row) => [`${personOf(row)} ${row.created_at.getTime()}`, row.id]));
    await ctx.db
      .insertInto("lead_events")
      .values(
        received.map((lead) =>
          eventColumns(ctx, ids.get(`${personOf(lead)} ${lead.receivedAt.getTime()}`) as number, {
            event: "legacy_import",
            to: stageOfStatus[lead.status],
            occurredAt: lead.receivedAt,
            enteredAt: ctx.clock.now(),
            payload: { backfilled: true, status: lead.status },
          }),
        ),
      )
      .execute();
    return received.length;
  });
}

type Person = Pick<LegacyLead, "email" | "first_name" | "last_name">;

function personOf({ email, first_name, last_name }: Person): string {
  return JSON.stringify([email, first_name, last_name]).toLowerCase();
}

async function newOnes(ctx: Context, brokerageId: number, leads: LegacyLead[]): Promise<Received[]> {
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
    const times = known.get(personOf(person)) ?? new Set();
    known.set(personOf(person), times);
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

/** Only who can be given leads by hand, too: what somebody who has left had is nobody's. */
async function findAgents(db: Db, { brokerageId, agents }: Import, leads: LegacyLead[]): Promise<void> {
  for (const { agentEmail: email } of leads) {
    if (email === null || agents.has(email.toLowerCase())) continue;
    const account = await findAgentAccount(db, { brokerageId, email });
    const agent = account && (await assignableAgent(db, { brokerageId, agentId: account.id }));
    agents.set(email.toLowerCase(), agent?.id ?? null);
  }
}

function columnsOf({ brokerageId, agents }: Import, lead: Received) {
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
