import type { Db } from "../platform/database/database.ts";

/** Counts undecided suggestions of all brokerages. */
export async function countPendingSuggestions(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("suggestions")
    .where("status", "=", "pending")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
