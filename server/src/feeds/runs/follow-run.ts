import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import type { UsesFeeds } from "../services.ts";
import { presentRun } from "./list-feed-runs.ts";
import type { FeedRun } from "./runs.schemas.ts";

const POLL_MS = 300;

export type RunProgress = { phase: string | null; done: number; total: number | null; seconds: number };

/** Waits for the end of a run. @returns null when the context's signal is aborted first: the run goes on. */
export async function followRun(
  ctx: Context<UsesFeeds>,
  runId: number,
  onProgress: (progress: RunProgress) => void,
): Promise<FeedRun | null> {
  const started = performance.now();
  while (!ctx.signal.aborted) {
    const row = await ctx.db.selectFrom("feed_runs").selectAll().where("id", "=", runId).executeTakeFirst();
    if (!row) return null;
    if (row.state !== "running") return presentRun(row);
    const { phase, done, total } = row;
    onProgress({ phase, done, total, seconds: (performance.now() - started) / 1000 });
    await delay(POLL_MS, null, { signal: ctx.signal }).catch(() => {});
  }
  return null;
}
