import type { Db } from "../platform/database/database.ts";

/** How many listings are stored, those that visitors do not see among them. Public ones: the index knows. */
export async function countListings(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("listings")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function countSources(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("sources")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
