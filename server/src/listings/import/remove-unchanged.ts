import { setImmediate as yieldToOthers } from "node:timers/promises";
import { utcDay } from "../../platform/clock.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { BatchSize } from "./batch-size.ts";
import { boundsFor, lockRevisions, type WriterContext } from "./batch-writer.ts";
import { removeListings } from "./remove-listings.sql.ts";

type Input = {
  ids: number[];
  /** Listings that were changed after this revision stay. */
  revision?: number;
  onRemoved?: (removed: number) => void | Promise<void>;
  /** Runs in the transaction of each batch. */
  commitWith?: (db: Db, removed: number) => Promise<void>;
};

/**
 * Removes listings as their source would, in transactions of a bounded time. Stops after one when the signal is aborted.
 *
 * @throws DiskFull between two of them.
 */
export async function removeUnchanged(
  ctx: WriterContext & { signal: AbortSignal },
  { ids, revision = Number.MAX_SAFE_INTEGER, onRemoved, commitWith }: Input,
): Promise<number> {
  const size = new BatchSize(boundsFor(ctx));
  let removed = 0;
  for (let at = 0; at < ids.length && !ctx.signal.aborted; ) {
    const batch = ids.slice(at, at + size.rows);
    await ctx.disk.requireSpace();
    removed += await inTransaction(ctx, async ({ db }) => {
      await lockRevisions(db);
      const started = performance.now();
      const count = await removeListings(db, { ids: batch, revision, day: utcDay(ctx.clock.now()) });
      size.note(batch.length, performance.now() - started);
      await commitWith?.(db, count);
      return count;
    });
    at += batch.length;
    await onRemoved?.(removed);
    await yieldToOthers();
  }
  return removed;
}
