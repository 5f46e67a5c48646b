import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Run } from "./run.ts";
import { additions, type RunCounts } from "./run-counts.ts";

/**
 * The run of a feed that is to be carried out: one that was requested or left behind by a process that died, else a new one where
 * the schedule has one due. Null: there is nothing to do.
 */
export async function takeRun(db: Db, feedId: number, now: Date): Promise<Run | null> {
  const left = await runningRun(db, feedId);
  if (left) return { ...left, isScheduled: false };
  const kind = await dueKind(db, feedId, now);
  if (kind === null) return null;
  await db
    .insertInto("feed_runs")
    .values({ feed_id: feedId, kind, phase: kind, started_at: now })
    // A request may come at the same time: it is that run then. A literal: a generic plan finds no partial index for a parameter.
    .onConflict((conflict) => conflict.column("feed_id").where("state", "=", sql.lit("running")).doNothing())
    .execute();
  const run = await runningRun(db, feedId);
  return run && { ...run, isScheduled: true };
}

/** The run of a feed that is under way. */
export async function runningRun(db: Db, feedId: number): Promise<Omit<Run, "isScheduled"> | null> {
  const row = await db
    .selectFrom("feed_runs")
    .select(["id", "kind", "started_at", "confirms_removals", "phase"])
    .where("feed_id", "=", feedId)
    .where("state", "=", "running")
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    kind: row.kind as Run["kind"],
    startedAt: new Date(row.started_at),
    confirmsRemovals: row.confirms_removals,
    phase: row.phase,
  };
}

async function dueKind(db: Db, feedId: number, now: Date): Promise<Run["kind"] | null> {
  const feed = await db
    .selectFrom("feeds")
    .select(["next_run_at", "loaded_at", "last_reconcile_at", "reconcile_hours"])
    .where("id", "=", feedId)
    .where("enabled", "=", true)
    .executeTakeFirst();
  if (!feed?.next_run_at || new Date(feed.next_run_at) > now) return null;
  if (feed.loaded_at === null) return "initial";
  const reconciledAt = feed.last_reconcile_at === null ? 0 : new Date(feed.last_reconcile_at).getTime();
  if (now.getTime() - reconciledAt < feed.reconcile_hours * 3_600_000) return "refresh";
  // A reconcile that fails again and again must not keep the refreshes from running.
  const last = await db
    .selectFrom("feed_runs")
    .select(["kind", "state"])
    .where("feed_id", "=", feedId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.kind === "reconcile" && last.state === "failed" ? "refresh" : "reconcile";
}

type End = {
  state: "succeeded" | "failed" | "held";
  at: Date;
  error?: { code: string; message: string };
  /** To be added. */
  counts?: RunCounts;
};

export async function finishRun(
  db: Db,
  runId: number,
  { state, at, error, counts = {} }: End,
): Promise<void> {
  await db
    .updateTable("feed_runs")
    .set({
      state,
      finished_at: at,
      phase: null,
      error_code: error?.code ?? null,
      error_message: error?.message ?? null,
      ...additions(counts),
    })
    .where("id", "=", runId)
    .where("state", "=", "running")
    .execute();
}

const RUNS_KEPT_MS = 30 * 86_400_000;

/** Deletes runs that ended more than 30 days ago. Index: feed_runs_newest. */
export async function pruneRuns(db: Db, feedId: number, now: Date): Promise<void> {
  await db
    .deleteFrom("feed_runs")
    .where("feed_id", "=", feedId)
    .where("finished_at", "<", new Date(now.getTime() - RUNS_KEPT_MS))
    .execute();
}
