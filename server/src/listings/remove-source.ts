import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Context } from "../platform/context.ts";
import { type Db, inTransaction } from "../platform/database/database.ts";
import { deleteListingsOfSource } from "./delete-listings-of-source.sql.ts";
import { BatchSize } from "./import/batch-size.ts";
import { boundsFor, lockRevisions } from "./import/batch-writer.ts";
import type { Source } from "./list-sources.ts";
import type { UsesListings } from "./services.ts";

export type SourceContents = Source & { created_at: Date; listings: number };

/** A source and how many listings it has; null when there is none of this name. */
export async function sourceContents(db: Db, name: string): Promise<SourceContents | null> {
  const source = await db
    .selectFrom("sources")
    .select(["id", "name", "created_at"])
    .where("name", "=", name)
    .executeTakeFirst();
  if (!source) return null;
  const { listings } = await db
    .selectFrom("listings")
    .select(({ fn }) => fn.countAll<number>().as("listings"))
    .where("source_id", "=", source.id)
    .executeTakeFirstOrThrow();
  return { ...source, listings };
}

/**
 * Deletes the listings of a source in batches, each in its own transaction of a bounded time. Stops after a batch when
 * `ctx.signal` is aborted; a second call continues.
 *
 * @param onBatch called after each batch with the number of listings deleted by this call.
 * @returns how many this call deleted.
 */
export async function removeListingsOfSource(
  ctx: Context<UsesListings>,
  { id }: Source,
  onBatch: (removed: number) => void,
): Promise<number> {
  const size = new BatchSize(boundsFor(ctx));
  let removed = 0;
  let after = "";
  while (!ctx.signal.aborted) {
    const limit = size.rows;
    const { deleted, lastKey } = await inTransaction(ctx, async ({ db }) => {
      await lockRevisions(db);
      const started = performance.now();
      const batch = await deleteListingsOfSource(db, { sourceId: id, after, limit });
      size.note(limit, performance.now() - started);
      return batch;
    });
    if (lastKey === null) break;
    removed += deleted;
    after = lastKey;
    onBatch(removed);
    await yieldToOthers();
  }
  await ctx.listings.index.catchUp();
  return removed;
}

/**
 * Locks a source against imports until the end of the transaction. The lock of the change log comes first, as in an import.
 *
 * @returns null when the source does not exist.
 */
export async function lockSource(db: Db, name: string): Promise<Source | null> {
  await lockRevisions(db);
  const source = await db
    .selectFrom("sources")
    .select(["id", "name"])
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirst();
  return source ?? null;
}

/** Deletes a locked source, its subscriptions, agents and offices. Returns false when an import has added listings. */
export async function deleteEmptySource(db: Db, { id }: Source): Promise<boolean> {
  const deleted = await db
    .deleteFrom("sources")
    .where("id", "=", id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("listings").select("listings.id").where("source_id", "=", id))),
    )
    .returning("id")
    .execute();
  return deleted.length > 0;
}

/** Deletes the open houses of a source, whose listings are removed. */
export async function deleteOpenHousesOfSource(db: Db, { id }: Source): Promise<void> {
  await db.deleteFrom("open_houses").where("source_id", "=", id).execute();
}
