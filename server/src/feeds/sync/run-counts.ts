import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Numbers of Property records of a run (D8), to be added to those that are stored. */
export type RunCounts = {
  read?: number;
  created?: number;
  updated?: number;
  unchanged?: number;
  removed?: number;
  /** Of those that were removed: what the server offers no more. */
  removed_missing?: number;
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
  "removed_missing",
  "rejected",
  "photos",
  "done",
] as const;

const MAX_INTEGER = 2_147_483_647;

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

/** @param total as a server tells it: one that no source has is left out. */
export async function setTotal(db: Db, runId: number, total: number): Promise<void> {
  if (total < 0 || total > MAX_INTEGER) return;
  await db.updateTable("feed_runs").set({ total }).where("id", "=", runId).execute();
}
