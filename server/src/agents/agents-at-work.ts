import type { Db } from "../platform/database/database.ts";
import { type Assignee, assigneeColumns } from "./assignable-agents.ts";

/** Those of some agents who are there: active, and not disabled. On vacation they are told all the same. */
export async function agentsAtWork(db: Db, agentIds: readonly number[]): Promise<Map<number, Assignee>> {
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
