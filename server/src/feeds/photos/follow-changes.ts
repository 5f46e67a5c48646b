import { ChangeCursor } from "../../change-cursors/index.ts";
import { listingsOfSourceChangedAfter } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { refreshQueue } from "./copy-queue.ts";

/** About 25 photos each. */
const LISTINGS_A_BATCH = 200;

/**
 * Brings the queue of a source up to date with its listings, through the change log: from its beginning for a source that was
 * imported before. Deletions that were pruned from the log before they were read leave entries, which go when their turn comes.
 *
 * @returns whether the end of the log was reached.
 */
export async function followChanges(
  ctx: Context,
  sourceId: number,
  { batches }: { batches: number },
): Promise<boolean> {
  const cursor = new ChangeCursor(`photo copies of source ${sourceId}`);
  for (let batch = 0; batch < batches && !ctx.signal.aborted; batch++) {
    const { revision: from } = await cursor.read(ctx.db);
    const changed = await listingsOfSourceChangedAfter(ctx.db, {
      sourceId,
      revision: from,
      limit: LISTINGS_A_BATCH,
    });
    const to = changed.at(-1)?.revision;
    if (to === undefined) return true;
    const ids = changed.filter(({ isOfSource }) => isOfSource).map(({ id }) => id);
    await inTransaction(ctx, async ({ db, clock }) => {
      if (!(await cursor.advance(db, { from, to }))) return;
      await refreshQueue(db, sourceId, ids, { now: clock.now() });
    });
  }
  return false;
}
