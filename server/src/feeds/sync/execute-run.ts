import type { Lease } from "../../leases/index.ts";
import { announceRenamed, countOlderListings } from "../../listings/index.ts";
import type { FeedClient } from "../client/feed-client.ts";
import { FeedError } from "../client/feed-error.ts";
import type { SharedBudget } from "../client/shared-budget.ts";
import type { Feed } from "../feed-row.ts";
import { fail, succeed } from "./end-run.ts";
import { readEvents } from "./entity-events.ts";
import { openSync } from "./open-sync.ts";
import { whileOwned } from "./own-feed.ts";
import { type Reconciled, reconcile } from "./reconcile.ts";
import type { Run, SyncContext } from "./run.ts";
import { Deferred } from "./run-counts.ts";
import { load, refresh } from "./run-steps.ts";
import type { Sync } from "./sync.ts";

type Parts = {
  ctx: SyncContext;
  feed: Feed;
  run: Run;
  lease: Pick<Lease, "name" | "holder">;
  client: FeedClient;
  budget?: Pick<SharedBudget, "withReplies" | "countReplies">;
};

/**
 * Carries out a run, and notes how it ended in its row and in the feed's. A run that was cut off goes on where it was.
 *
 * @throws what is no failure of the feed: the signal's reason, FeedStopped, FeedChanged, LeaseLost, DiskFull, errors of the database. The run is not over then.
 */
export async function executeRun(given: Parts): Promise<void> {
  const parts = { ...given, deferred: new Deferred() };
  const { ctx, run } = parts;
  let isLoaded = false;
  try {
    const sync = await openSync(parts);
    if (sync.isLoad) {
      await load(sync);
      isLoaded = true;
      await compareLoaded(sync);
    } else if (run.kind === "refresh") await refresh(sync);
    else await reconcileAll(sync);
    await announceRenamed(ctx.db, sync.feed.source.id, ctx.signal);
    await ctx.listings.index.catchUp();
    await succeed(parts);
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof FeedError)) throw error;
    await fail(parts, error, { isLoaded });
  } finally {
    // Else they are counted as they were reserved.
    await parts.budget?.countReplies().catch(() => {});
  }
}

/**
 * After a load: listings that were there before it may be offered no more. Without any there is nothing to compare, but for listings
 * that were removed while they were read.
 */
async function compareLoaded(sync: Sync): Promise<void> {
  const { ctx, feed, cursors, run } = sync;
  const startedAt = new Date(cursors.load?.startedAt ?? run.startedAt);
  const { older, listings } = await countOlderListings(ctx.db, feed.source.id, startedAt);
  if (older > 0) return reconcileAll(sync);
  const offered = listings + sync.writer.rejects.keys("Property").length;
  await noteReconciled(sync, { offered, missing: 0, last_reconcile_at: ctx.clock.now() });
}

async function reconcileAll(sync: Sync): Promise<void> {
  if (sync.strategy === "entity_event" && sync.run.kind === "reconcile") await readEvents(sync);
  await reconcile(sync, (counts) => noteReconciled(sync, counts));
  await noteReconciled(sync, {
    last_reconcile_at: sync.ctx.clock.now(),
    held_at: null,
    hold_mailed_at: null,
  });
}

async function noteReconciled(
  sync: Sync,
  noted: Partial<Reconciled> & { last_reconcile_at?: Date; held_at?: null; hold_mailed_at?: null },
): Promise<void> {
  await whileOwned(sync, (db) =>
    db
      .updateTable("feeds")
      .set(noted)
      .where("id", "=", sync.feed.id)
      .execute()
      .then(() => {}),
  );
}
