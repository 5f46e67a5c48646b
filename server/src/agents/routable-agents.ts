import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { type Assignee, assigneeColumns } from "./assignable-agents.ts";

/** An agent as a candidate for lead routing. */
export type RoutableAgent = Assignee & {
  status: string;
  accepting_leads: boolean;
  on_vacation: boolean;
  weight: number;
  specialties: string[];
  bio: string | null;
  /** When the agent was last chosen, in microseconds; the candidate with the lowest value is next. 0: never chosen. */
  turn: number;
};

/** All agents of a brokerage that are not disabled, with the fields that routing uses. */
export async function routableAgents(db: Db, brokerageId: number): Promise<RoutableAgent[]> {
  return db
    .selectFrom("agents")
    .select([
      ...assigneeColumns,
      "status",
      "accepting_leads",
      "on_vacation",
      "weight",
      "specialties",
      "bio",
      // Microseconds, as stored: leads of one millisecond have distinct values.
      sql<number>`coalesce((extract(epoch from last_lead_assigned_at) * 1000000)::bigint, 0)`.as("turn"),
    ])
    .where("brokerage_id", "=", brokerageId)
    .where("disabled_at", "is", null)
    .orderBy("id")
    .execute();
}

type Claim = {
  agentId: number;
  at: Date;
  /** 0 for routing methods that ignore weights. */
  leastWeight: 0 | 1;
};

/**
 * Marks the agent as chosen last, if they may receive leads now. The updated row stays locked until the transaction
 * ends, so that a vacation begins only after the assignment. The caller must hold the brokerage's routing lock.
 */
export async function claimForLead(db: Db, { agentId, at, leastWeight }: Claim): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("agents as chosen")
    .set({
      // Later than every other agent's, even when the clock stands still or goes back.
      last_lead_assigned_at: sql<Date>`greatest(${at}::timestamptz, (
        select max(other.last_lead_assigned_at) + interval '1 microsecond'
        from agents as other
        where other.brokerage_id = chosen.brokerage_id
      ))`,
    })
    .where("chosen.id", "=", agentId)
    .where("chosen.status", "=", "active")
    .where("chosen.disabled_at", "is", null)
    .where("chosen.accepting_leads", "=", true)
    .where("chosen.on_vacation", "=", false)
    .where("chosen.weight", ">=", leastWeight)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * The agent, if they may receive leads now, for an assignment that does not change the rotation. The row is locked
 * until the transaction ends, so that a vacation begins only after the assignment.
 */
export async function holdForLead(db: Db, agentId: number): Promise<Assignee | null> {
  const agent = await db
    .selectFrom("agents")
    .select(assigneeColumns)
    .where("id", "=", agentId)
    .where("status", "=", "active")
    .where("disabled_at", "is", null)
    .where("accepting_leads", "=", true)
    .where("on_vacation", "=", false)
    .forShare()
    .executeTakeFirst();
  return agent ?? null;
}
