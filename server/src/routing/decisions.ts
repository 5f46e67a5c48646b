import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import { batched } from "../platform/database/batched.ts";
import type { Db } from "../platform/database/database.ts";
import { toJsonb } from "../platform/database/to-jsonb.ts";
import type { StrategyName, UsedStrategy } from "./strategies/strategy.ts";

export type RoutingDecision = {
  strategy: StrategyName;
  used_strategy: UsedStrategy;
  agent_id: number | null;
  candidates: { agent_id: number; name: string; eligible: boolean; reason: string | null }[];
  decided_at: Date;
};

/** A decision in a list of several leads. */
export type DecisionOfLead = RoutingDecision & { lead_id: number; brokerage_id: number };

export type NewDecision = DecisionOfLead & { turn: number };

/** Stores the decisions of leads: those of a group by one statement. */
export const storeDecision: (ctx: Context, decision: NewDecision) => Promise<void> = batched(storeDecisions);

async function storeDecisions({ db }: Context, unordered: NewDecision[]): Promise<undefined[]> {
  const decisions = unordered.toSorted((one, other) => one.turn - other.turn);
  await sql`
    insert into routing_decisions (lead_id, brokerage_id, strategy, used_strategy, agent_id, candidates, decided_at)
    select lead_id, brokerage_id, strategy, used_strategy, agent_id, candidates, decided_at
    from unnest(
      ${decisions.map(({ lead_id }) => lead_id)}::integer[],
      ${decisions.map(({ brokerage_id }) => brokerage_id)}::integer[],
      ${decisions.map(({ strategy }) => strategy)}::text[],
      ${decisions.map(({ used_strategy }) => used_strategy)}::text[],
      ${decisions.map(({ agent_id }) => agent_id)}::integer[],
      ${decisions.map(({ candidates }) => toJsonb(candidates))}::jsonb[],
      ${decisions.map(({ decided_at }) => decided_at)}::timestamptz[]
    ) as decision (lead_id, brokerage_id, strategy, used_strategy, agent_id, candidates, decided_at)`.execute(
    db,
  );
  return decisions.map(() => undefined);
}

/** A page of the decisions of a brokerage (null: of all), newest first. Index: routing_decisions_newest, or routing_decisions_pkey. */
export async function pageOfDecisions(
  db: Db,
  brokerageId: number | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ decisions: DecisionOfLead[]; total: number }> {
  let all = db.selectFrom("routing_decisions");
  if (brokerageId !== null) all = all.where("brokerage_id", "=", brokerageId);
  const counted = all.select(({ fn }) => fn.countAll<number>().as("total"));
  const page = all
    .select(["lead_id", "brokerage_id", "strategy", "used_strategy", "agent_id", "candidates", "decided_at"])
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset);
  const [{ total }, rows] = await Promise.all([counted.executeTakeFirstOrThrow(), page.execute()]);
  return { decisions: rows as DecisionOfLead[], total };
}

/** The latest routing decision of a lead; null when it was never routed. */
export async function latestDecision(db: Db, leadId: number): Promise<RoutingDecision | null> {
  const row = await db
    .selectFrom("routing_decisions")
    .select(["strategy", "used_strategy", "agent_id", "candidates", "decided_at"])
    .where("lead_id", "=", leadId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return (row as RoutingDecision | undefined) ?? null;
}

/** Deletes the routing decisions of leads. @returns the number of deleted rows. */
export async function eraseDecisions({ db }: Context, leadIds: readonly number[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("routing_decisions")
    .where("lead_id", "in", leadIds)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
