import { sql } from "kysely";
import { type Lease, requireLease } from "../../leases/index.ts";
import { countOlderListings, markSourceUpdated } from "../../listings/index.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import type { FeedClient } from "../client/feed-client.ts";
import { FeedChanged, FeedError } from "../client/feed-error.ts";
import { type Feed, isUnchanged } from "../feed-row.ts";
import { readEvents } from "./entity-events.ts";
import { forgetStrategy, openSync } from "./open-sync.ts";
import { type Reconciled, reconcile } from "./reconcile.ts";
import type { Run, SyncContext } from "./run.ts";
import { finishRun } from "./run-records.ts";
import { load, refresh } from "./run-steps.ts";
import type { Sync } from "./sync.ts";

type Parts = {
  ctx: SyncContext;
  feed: Feed;
  run: Run;
  lease: Pick<Lease, "name" | "holder">;
  client: FeedClient;
};

/**
 * Carries out a run, and notes how it ended in its row and in the feed's. A run that was cut off goes on where it was.
 *
 * @throws what is no failure of the feed: the signal's reason, FeedStopped, FeedChanged, errors of the database. The run is not over then.
 */
export async function executeRun(parts: Parts): Promise<void> {
  const { ctx, feed, run } = parts;
  let loaded = false;
  try {
    const sync = await openSync(parts);
    if (sync.isLoad) {
      await load(sync);
      loaded = true;
      await compareLoaded(sync);
    } else if (run.kind === "refresh") await refresh(sync);
    else await reconcileAll(sync);
    await ctx.listings.index.catchUp();
    await succeed(parts);
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof FeedError)) throw error;
    if (loaded) await noteLoaded(ctx.db, feed.id, ctx.clock.now());
    await fail(parts, error);
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
  await noteReconciled(ctx.db, feed.id, { offered, missing: 0 });
  await ctx.db
    .updateTable("feeds")
    .set({ last_reconcile_at: ctx.clock.now() })
    .where("id", "=", feed.id)
    .execute();
}

async function reconcileAll(sync: Sync): Promise<void> {
  const { ctx, feed } = sync;
  if (sync.strategy === "entity_event" && sync.run.kind === "reconcile") await readEvents(sync);
  await reconcile(sync, (counts) => noteReconciled(ctx.db, feed.id, counts));
  await ctx.db
    .updateTable("feeds")
    .set({ last_reconcile_at: ctx.clock.now(), held_at: null, hold_mailed_at: null })
    .where("id", "=", feed.id)
    .execute();
}

async function noteReconciled(db: Db, feedId: number, counts: Reconciled): Promise<void> {
  await db.updateTable("feeds").set(counts).where("id", "=", feedId).execute();
}

async function noteLoaded(db: Db, feedId: number, at: Date): Promise<void> {
  await db.updateTable("feeds").set({ loaded_at: at }).where("id", "=", feedId).execute();
}

/** In one transaction: else a load that is over would begin again where the process dies in between. */
async function succeed({ ctx, feed, run, lease }: Parts): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx, async ({ db }) => {
    await requireLease(db, lease);
    await noteSuccess(db, { feed, run, now });
    await markSourceUpdated(db, feed.source.id, now);
    await finishRun(db, run.id, { state: "succeeded", at: now });
  });
}

async function noteSuccess(db: Db, { feed, run, now }: { feed: Feed; run: Run; now: Date }): Promise<void> {
  const updated = await db
    .updateTable("feeds")
    .set({
      last_success_at: now,
      current_as_of: run.startedAt,
      error_code: null,
      error_message: null,
      error_at: null,
      next_run_at: nextRun(feed, run, now),
      loaded_at: sql`coalesce(loaded_at, ${now})`,
    })
    .where("id", "=", feed.id)
    .where(isUnchanged(feed))
    .returning("id")
    .execute();
  if (updated.length === 0) throw new FeedChanged();
}

async function fail({ ctx, feed, run }: Parts, error: FeedError): Promise<void> {
  const now = ctx.clock.now();
  const isHeld = error.code === "removals_held";
  ctx.log.warn(
    { feed: feed.id, source: feed.source.name, code: error.code, err: error.cause },
    "feed run failed",
  );
  if (["strategy_unsupported", "forbidden", "not_found"].includes(error.code))
    await forgetStrategy(ctx.db, feed.id);
  await ctx.db
    .updateTable("feeds")
    .set({
      error_code: error.code,
      error_message: error.message,
      error_at: now,
      next_run_at: nextRun(feed, run, now),
      // Held removals are compared again at the next interval; it stays one hold, which is mailed once.
      ...(isHeld && { held_at: sql`coalesce(held_at, ${now})`, last_reconcile_at: now }),
    })
    .where("id", "=", feed.id)
    .execute();
  const { code, message } = error;
  await finishRun(ctx.db, run.id, { state: isHeld ? "held" : "failed", at: now, error: { code, message } });
}

/** Runs begin `refresh_minutes` apart. */
function nextRun({ refreshMinutes }: Feed, { startedAt }: Run, now: Date): Date {
  return new Date(Math.max(startedAt.getTime() + refreshMinutes * 60_000, now.getTime()));
}
