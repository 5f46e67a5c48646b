import type { Db } from "../platform/database/database.ts";
import { type Assignee, assigneeColumns } from "./assignable-agents.ts";

/**
 * Those of the given agents who are active and not disabled. Agents on vacation are included: they are still notified.
 */
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
