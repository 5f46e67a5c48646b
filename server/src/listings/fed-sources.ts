import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Source } from "./list-sources.ts";

/** Notes whether a feed keeps a source in step, in the transaction that creates or deletes the feed. */
export async function setFed(db: Db, sourceId: number, hasFeed: boolean): Promise<void> {
  await db.updateTable("sources").set({ has_feed: hasFeed }).where("id", "=", sourceId).execute();
}

/**
 * Refuses what a feed would undo: it keeps the listings of its source as the MLS has them.
 *
 * @throws AppError 409 when the source has a feed.
 */
export async function refuseFedSource(
  db: Db,
  name: Source["name"],
  verb: "import" | "remove",
): Promise<void> {
  const source = await db
    .selectFrom("sources")
    .select("has_feed")
    .where("name", "=", name)
    .executeTakeFirst();
  if (!source?.has_feed) return;
  throw new AppError(
    "conflict",
    `Cannot ${verb} source '${name}': a feed keeps it in step. Delete the feed first`,
  );
}
