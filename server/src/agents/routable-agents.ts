import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { type Assignee, assigneeColumns } from "./assignable-agents.ts";

/** An agent in a routing decision, with the fields that it depends on. */
export type RoutableAgent = Assignee & {
  status: string;
  accepting_leads: boolean;
  on_vacation: boolean;
  weight: number;
  specialties: string[];
  bio: string | null;
  /** The time of the agent's last routed lead, in microseconds since 1970; 0 without one. */
  lastAssignedMicros: number;
};

/** All agents of a brokerage that are not disabled. */
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
      // Microseconds, because two leads of one millisecond need an order.
      sql<number>`coalesce((extract(epoch from last_lead_assigned_at) * 1000000)::bigint, 0)`.as(
        "lastAssignedMicros",
      ),
    ])
    .where("brokerage_id", "=", brokerageId)
    .where("disabled_at", "is", null)
    .orderBy("id")
    .execute();
}

/**
 * The agent, if they can receive leads now; null otherwise. For a lead that is assigned without routing. Locks the agent's row
 * against changes until the transaction ends, so a vacation begins before or after.
 */
export async function lockForLead(db: Db, agentId: number): Promise<Assignee | null> {
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
