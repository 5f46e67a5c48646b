import type { Db } from "../platform/database/database.ts";

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
