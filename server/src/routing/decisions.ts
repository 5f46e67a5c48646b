import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import type { StrategyName, UsedStrategy } from "./strategies/strategy.ts";

export type RoutingDecision = {
  strategy: StrategyName;
  used_strategy: UsedStrategy;
  agent_id: number | null;
  candidates: { agent_id: number; name: string; eligible: boolean; reason: string | null }[];
  decided_at: Date;
};

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
