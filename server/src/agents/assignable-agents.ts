import { sql } from "kysely";
import { disabledBrokerages } from "../brokerages/index.ts";
import type { Db } from "../platform/database/database.ts";

/** The agent of a lead, with what notifications need. */
export type Assignee = {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  /** Null: the brokerage's time zone applies. */
  time_zone: string | null;
};
export const assigneeColumns = ["id", "name", "email", "phone", "time_zone"] as const;

/** Names by id, including disabled agents, because records of the past name them. */
export async function agentNames(db: Db, agentIds: number[]): Promise<Map<number, string>> {
  if (agentIds.length === 0) return new Map();
  const rows = await db.selectFrom("agents").select(["id", "name"]).where("id", "in", agentIds).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Agents to whom a brokerage's leads can be assigned by hand, by name; with null, agents of all brokerages that are not disabled.
 * Agents on vacation are included, because a person chooses.
 */
export async function assignableAgents(
  db: Db,
  brokerageId: number | null,
): Promise<{ id: number; name: string }[]> {
  const disabled = brokerageId === null ? await disabledBrokerages(db) : [];
  return db
    .selectFrom("agents")
    .select(["id", "name"])
    .$if(brokerageId !== null, (query) => query.where("brokerage_id", "=", brokerageId as number))
    .where(sql<boolean>`brokerage_id <> all(${disabled}::integer[])`)
    .where("status", "=", "active")
    .where("disabled_at", "is", null)
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** The same for one agent; null for an agent of another brokerage and for one who is inactive, disabled or unknown. */
export async function assignableAgent(
  db: Db,
  { brokerageId, agentId }: { brokerageId: number; agentId: number },
): Promise<Assignee | null> {
  const agent = await db
    .selectFrom("agents")
    .select(assigneeColumns)
    .where("id", "=", agentId)
    .where("brokerage_id", "=", brokerageId)
    .where("status", "=", "active")
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return agent ?? null;
}

/**
 * Those of the given agents who are active and not disabled. Agents on vacation are included: they are still notified.
 */
export async function activeAgents(db: Db, agentIds: readonly number[]): Promise<Map<number, Assignee>> {
  if (agentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("agents")
    .select(assigneeColumns)
    .where("id", "in", [...new Set(agentIds)])
    .where("status", "=", "active")
    .where("disabled_at", "is", null)
    .execute();
  return new Map(rows.map((agent) => [agent.id, agent]));
}

/** Those of the given agents who are disabled. */
export async function disabledAgents(db: Db, agentIds: readonly number[]): Promise<Set<number>> {
  if (agentIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("agents")
    .select("id")
    .where("id", "in", agentIds)
    .where("disabled_at", "is not", null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
