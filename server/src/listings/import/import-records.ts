import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import { untilError } from "../../platform/text-files/rejects-file.ts";
import { announceRenamed } from "../rosters/announce-renamed.ts";
import type { UsesListings } from "../services.ts";
import type { BatchBounds } from "./batch-size.ts";
import { BATCHES_UNDER_WAY, BatchWriter } from "./batch-writer.ts";
import type { ImportItem } from "./listing-record.ts";
import type { Reject } from "./reject.ts";
import { findOrCreateSource } from "./sources.ts";
import type { BatchOutcome } from "./store-batch.ts";
import { writeOrSplit } from "./write-or-split.ts";

/** Interval of index updates during an import. The embedded database answers their queries between batches. */
const CATCH_UP_MS = 100;

/** What an import needs of its context: a thread has this much of it. */
export type ImportContext = Pick<Context, "db" | "embedded" | "clock" | "signal"> & {
  disk: Pick<Context["disk"], "requireSpace">;
  listings: {
    index: Pick<UsesListings["listings"]["index"], "catchUp" | "isStarted">;
    cards: Pick<UsesListings["listings"]["cards"], "remember">;
  };
};

export type ImportCounts = {
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** Photos that were stored: those of listings whose photos changed. */
  photos: number;
};

export type ImportOptions = {
  source: string;
  /** Instead of those of the database. */
  batchBounds?: BatchBounds;
  /** Called after every batch that is safely stored. */
  onBatch?: (counts: ImportCounts) => void | Promise<void>;
  onRejects?: (rejects: Reject[]) => void | Promise<void>;
};

/**
 * Stores records in batches, each in its own transaction of a bounded time (`BatchSize`). May be stopped (`ctx.signal`) or killed
 * at any time: the records counted in `onBatch` are stored, and the same import continues after them.
 *
 * @throws DiskFull before a batch. The batches before it are stored.
 */
export async function importRecords(
  ctx: ImportContext,
  items: AsyncIterable<ImportItem[]>,
  options: ImportOptions,
): Promise<ImportCounts> {
  const source = await findOrCreateSource(ctx.db, options.source);
  const writer = new BatchWriter(ctx, source, { bounds: options.batchBounds });
  const counts: ImportCounts = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0, photos: 0 };

  let caughtUp = performance.now();
  const store = async (batch: ImportItem[]) => {
    const outcome = await writeOrSplit(ctx, writer, batch);
    ctx.listings.cards.remember(outcome.cards);
    if (performance.now() - caughtUp > CATCH_UP_MS) {
      caughtUp = performance.now();
      // Only the last one, below, is awaited.
      ctx.listings.index.catchUp().catch(() => {});
    }
    addUp(counts, batch.length, outcome);
    if (outcome.rejects.length > 0) await options.onRejects?.(outcome.rejects);
    await options.onBatch?.({ ...counts });
  };

  let damage: unknown = null;
  // Complete records before a read error are stored.
  const readable = untilError(items, (error) => {
    damage = error;
  });
  const storing: Promise<void>[] = [];
  const storeNext = async (batch: ImportItem[]) => {
    if (storing.length === BATCHES_UNDER_WAY) await storing.shift();
    if (ctx.signal.aborted) return;
    const stored = store(batch);
    stored.catch(() => {});
    storing.push(stored);
  };
  const pending: ImportItem[] = [];
  for await (const some of readable) {
    for (const item of some) pending.push(item);
    while (pending.length >= writer.batchRows) await storeNext(pending.splice(0, writer.batchRows));
    if (ctx.signal.aborted) break;
    // Lets the database's answers (and requests) in between two chunks of reading.
    await yieldToOthers();
  }
  while (pending.length > 0) await storeNext(pending.splice(0, writer.batchRows));
  await Promise.all(storing);
  await announceRenamed(ctx.db, source.id);
  await ctx.listings.index.catchUp();
  // A reader that was stopped by the signal is not damaged.
  if (damage !== null && !ctx.signal.aborted) throw damage;
  return counts;
}

function addUp(counts: ImportCounts, read: number, outcome: BatchOutcome): void {
  counts.read += read;
  counts.created += outcome.created;
  counts.updated += outcome.updated;
  counts.unchanged += outcome.unchanged;
  counts.rejected += outcome.rejects.length;
  counts.photos += outcome.photos;
}
