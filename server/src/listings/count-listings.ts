import { sql } from "kysely";
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

/** How many listings of a source are not removed, and how many of those were there before a time. Index: listings_source_id_listing_key_key. */
export async function countOlderListings(
  db: Db,
  sourceId: number,
  before: Date,
): Promise<{ listings: number; older: number }> {
  return db
    .selectFrom("listings")
    .select(({ fn }) => [
      fn.countAll<number>().as("listings"),
      sql<number>`count(*) filter (where created_at < ${before})`.as("older"),
    ])
    .where("source_id", "=", sourceId)
    .where("status", "!=", "Delete")
    .executeTakeFirstOrThrow();
}
