import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Cursors } from "./cursors.ts";
import { whileOwned } from "./own-feed.ts";
import type { Run } from "./run.ts";

type Owned = Parameters<typeof whileOwned>[0] & { run: Run };

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

/** What a run stores with its end: it costs no transaction of its own, and a run that is cut off before reads it again. */
export class Deferred {
  readonly #counts: RunCounts = {};
  #cursors: Cursors = {};

  count(counts: RunCounts): void {
    for (const name of counters) this.#counts[name] = (this.#counts[name] ?? 0) + (counts[name] ?? 0);
  }

  setCursors(some: Cursors): void {
    this.#cursors = { ...this.#cursors, ...some };
  }

  get counts(): RunCounts {
    return this.#counts;
  }

  /** Null where there are none. */
  get cursors(): Cursors | null {
    return Object.keys(this.#cursors).length === 0 ? null : this.#cursors;
  }
}

const MAX_INTEGER = 2_147_483_647;

/** In the transaction of what is counted, so that a run that is continued counts nothing twice. */
export async function addCounts(db: Db, runId: number, counts: RunCounts): Promise<void> {
  const added = additions(counts);
  if (Object.keys(added).length === 0) return;
  await db.updateTable("feed_runs").set(added).where("id", "=", runId).execute();
}

/** As values of an update. */
export function additions(counts: RunCounts): Record<string, RawBuilder<number>> {
  const changed = counters.filter((name) => counts[name]);
  return Object.fromEntries(changed.map((name) => [name, sql<number>`${sql.ref(name)} + ${counts[name]}`]));
}

/** What a run does now. A run of the schedule begins with the phase of its kind. @throws LeaseLost, FeedChanged */
export async function startPhase(
  sync: Owned,
  phase: Run["kind"],
  { done = 0, total = null as number | null } = {},
): Promise<void> {
  const { run } = sync;
  if (phase === run.phase && done === 0 && total === null) return;
  await whileOwned(sync, async (db) => {
    await db.updateTable("feed_runs").set({ phase, done, total }).where("id", "=", run.id).execute();
  });
  run.phase = phase;
}

/** @param total as a server tells it: one that no source has is left out. @throws LeaseLost, FeedChanged */
export async function setTotal(sync: Owned, total: number): Promise<void> {
  if (total < 0 || total > MAX_INTEGER) return;
  await whileOwned(sync, async (db) => {
    await db.updateTable("feed_runs").set({ total }).where("id", "=", sync.run.id).execute();
  });
}
