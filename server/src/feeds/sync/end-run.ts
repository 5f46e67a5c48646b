import { sql } from "kysely";
import type { Lease } from "../../leases/index.ts";
import { requireLease } from "../../leases/index.ts";
import { markSourceUpdated } from "../../listings/index.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import { FeedChanged, type FeedError } from "../client/feed-error.ts";
import type { CountReplies, SharedBudget } from "../client/shared-budget.ts";
import { type Feed, isUnchanged } from "../feed-row.ts";
import type { Cursors } from "./cursors.ts";
import { forgetStrategy } from "./open-sync.ts";
import { whileOwned } from "./own-feed.ts";
import type { Run, SyncContext } from "./run.ts";
import type { Deferred, RunCounts } from "./run-counts.ts";
import { finishRun, runningRun } from "./run-records.ts";

type Parts = {
  ctx: Pick<SyncContext, "db" | "clock" | "log">;
  feed: Feed;
  run: Run;
  lease: Pick<Lease, "name" | "holder">;
  deferred: Deferred;
  budget?: Pick<SharedBudget, "withReplies">;
};

/** In one transaction: else a load that is over would begin again where the process dies in between. */
export async function succeed(parts: Parts): Promise<void> {
  const { ctx, feed, run, deferred, budget } = parts;
  const now = ctx.clock.now();
  const end = (countReplies: CountReplies) =>
    whileOwned(parts, async (db) => {
      await countReplies(db);
      await noteSuccess(db, { feed, run, now, cursors: deferred.cursors });
      await markSourceUpdated(db, feed.source.id, now);
      await finishRun(db, run.id, { state: "succeeded", at: now, counts: deferred.counts });
    });
  await (budget ? budget.withReplies(end) : end(async () => {}));
}

type Success = { feed: Feed; run: Run; now: Date; cursors: Cursors | null };

async function noteSuccess(db: Db, { feed, run, now, cursors }: Success): Promise<void> {
  const updated = await db
    .updateTable("feeds")
    .set({
      last_success_at: now,
      current_as_of: run.startedAt,
      error_code: null,
      error_message: null,
      error_at: null,
      next_run_at: nextRun(run, now),
      loaded_at: sql`coalesce(loaded_at, ${now})`,
      ...(cursors && { cursors: sql`cursors || ${toJsonb(cursors)}::jsonb` }),
    })
    .where("id", "=", feed.id)
    .where(isUnchanged(feed))
    .returning("id")
    .execute();
  if (updated.length === 0) throw new FeedChanged();
}

/** @param isLoaded whether all records were read before the error. */
export async function fail(parts: Parts, error: FeedError, { isLoaded = false } = {}): Promise<void> {
  const { ctx, feed, run, deferred } = parts;
  const now = ctx.clock.now();
  ctx.log.warn(
    { feed: feed.id, source: feed.source.name, code: error.code, err: error.cause },
    "feed run failed",
  );
  await whileOwned(parts, async (db) => {
    if (["strategy_unsupported", "forbidden", "not_found"].includes(error.code))
      await forgetStrategy(db, feed.id);
    if (isLoaded) await db.updateTable("feeds").set({ loaded_at: now }).where("id", "=", feed.id).execute();
    await noteFailure(db, { feedId: feed.id, run, error, now, counts: deferred.counts });
  });
}

/** Ends a run that this process cannot carry on with. False when there is none. */
export async function failUnopened(
  { ctx, feedId, lease }: Pick<Parts, "ctx" | "lease"> & { feedId: number },
  error: FeedError,
): Promise<boolean> {
  return inTransaction(ctx, async ({ db }) => {
    await requireLease(db, lease);
    const run = await runningRun(db, feedId);
    if (run) await noteFailure(db, { feedId, run, error, now: ctx.clock.now() });
    return run !== null;
  });
}

async function noteFailure(
  db: Db,
  failed: {
    feedId: number;
    run: Pick<Run, "id" | "startedAt">;
    error: FeedError;
    now: Date;
    counts?: RunCounts;
  },
): Promise<void> {
  const { feedId, run, now, counts = {} } = failed;
  const { code, message } = failed.error;
  const isHeld = code === "removals_held";
  await db
    .updateTable("feeds")
    .set({
      error_code: code,
      error_message: message,
      error_at: now,
      next_run_at: nextRun(run, now),
      // Held removals are compared again at the next interval; it stays one hold, which is mailed once.
      ...(isHeld && { held_at: sql`coalesce(held_at, ${now})`, last_reconcile_at: now }),
    })
    .where("id", "=", feedId)
    .execute();
  await finishRun(db, run.id, {
    state: isHeld ? "held" : "failed",
    at: now,
    error: { code, message },
    counts,
  });
}

/** Runs begin `refresh_minutes` apart. */
function nextRun({ startedAt }: Pick<Run, "startedAt">, now: Date) {
  return sql<Date>`greatest(${startedAt}::timestamptz + refresh_minutes * interval '1 minute', ${now}::timestamptz)`;
}
