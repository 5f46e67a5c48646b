import type { Db } from "../platform/database/database.ts";

/** How many suggestions wait for a decision, in all brokerages. */
export async function countPendingSuggestions(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("suggestions")
    .where("status", "=", "pending")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
