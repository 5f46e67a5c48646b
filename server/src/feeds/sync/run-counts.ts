import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Numbers of Property records of a run (D8), to be added to those that are stored. */
export type RunCounts = {
  read?: number;
  created?: number;
  updated?: number;
  unchanged?: number;
  removed?: number;
  rejected?: number;
  photos?: number;
  done?: number;
};

const counters = [
  "read",
  "created",
  "updated",
  "unchanged",
  "removed",
  "rejected",
  "photos",
  "done",
] as const;

/** In the transaction of what is counted, so that a run that is continued counts nothing twice. */
export async function addCounts(db: Db, runId: number, counts: RunCounts): Promise<void> {
  const changed = counters.filter((name) => counts[name]);
  if (changed.length === 0) return;
  await db
    .updateTable("feed_runs")
    .set(Object.fromEntries(changed.map((name) => [name, sql`${sql.ref(name)} + ${counts[name]}`])))
    .where("id", "=", runId)
    .execute();
}

/** What a run does now. */
export async function startPhase(
  db: Db,
  runId: number,
  phase: "initial" | "refresh" | "reconcile",
  { done = 0, total = null as number | null } = {},
): Promise<void> {
  await db.updateTable("feed_runs").set({ phase, done, total }).where("id", "=", runId).execute();
}

export async function setTotal(db: Db, runId: number, total: number): Promise<void> {
  await db.updateTable("feed_runs").set({ total }).where("id", "=", runId).execute();
}
