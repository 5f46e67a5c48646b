import type { Selectable } from "kysely";
import type { FeedRuns, Feeds } from "../../platform/database/types.generated.ts";
import type { FeedStatus } from "./status.schemas.ts";

type FeedRow = Selectable<Feeds>;

/** What a status needs beside the feed's row. */
export type FeedCounts = {
  /** The run that is under way. */
  run: Pick<Selectable<FeedRuns>, "kind" | "phase" | "done" | "total" | "started_at"> | null;
  listings: number;
  photosPending: number;
  rejected: number;
  usedHour: number;
  usedDay: number;
};

/** The status of a feed (feeds.md: D9). The one place that derives it. */
export function feedStatus(feed: FeedRow, counts: FeedCounts, now: Date): FeedStatus {
  const { run, photosPending } = counts;
  const isCopying = feed.enabled && feed.copy_media && photosPending > 0;
  return {
    state: stateOf(feed, run, now),
    phase: ((run && (run.phase ?? run.kind)) ?? (isCopying ? "media" : null)) as FeedStatus["phase"],
    strategy: (feed.strategy === "auto" ? feed.chosen_strategy : feed.strategy) as FeedStatus["strategy"],
    last_success_at: feed.last_success_at,
    lag_seconds: lagSeconds(feed, now),
    next_run_at: feed.enabled ? feed.next_run_at : null,
    listings: counts.listings,
    offered: feed.offered,
    missing: feed.missing,
    photos_pending: photosPending,
    rejected: counts.rejected,
    budget: { used_hour: counts.usedHour, used_day: counts.usedDay },
    error: errorOf(feed),
    progress: run && progressOf(run, now),
  };
}

/** The first that holds. */
function stateOf(feed: FeedRow, run: FeedCounts["run"], now: Date): FeedStatus["state"] {
  if (!feed.enabled) return "disabled";
  if (run !== null) return "running";
  if (feed.wait_until !== null && feed.wait_until > now) return "waiting";
  if (feed.held_at !== null) return "held";
  return feed.error_code === null ? "idle" : "failing";
}

/** Seconds since the start of the last successful refresh; null before one. */
export function lagSeconds({ current_as_of }: Pick<FeedRow, "current_as_of">, now: Date): number | null {
  if (current_as_of === null) return null;
  return Math.max(0, Math.floor((now.getTime() - current_as_of.getTime()) / 1000));
}

/** A refresh that succeeds clears the error, but a hold goes on. */
function errorOf(feed: FeedRow): FeedStatus["error"] {
  const { error_code: code, error_message, error_at, held_at } = feed;
  if (code !== null) {
    return {
      code: code as NonNullable<FeedStatus["error"]>["code"],
      message: error_message ?? "",
      at: error_at as Date,
    };
  }
  return held_at && { code: "removals_held", message: heldMessage(feed), at: held_at };
}

/** Why removals are held. */
export function heldMessage(feed: FeedRow): string {
  const isLast = feed.error_code === "removals_held" && feed.error_message !== null;
  return isLast ? (feed.error_message as string) : guardMessage(feed);
}

/** After a refresh, which clears the error. */
function guardMessage({
  missing,
  removal_guard_percent,
}: Pick<FeedRow, "missing" | "removal_guard_percent">) {
  const count = missing === null ? "More listings" : `${missing} listings, more`;
  return (
    `${count} than the ${removal_guard_percent} percent of removal_guard_percent are no longer offered, and none of them was removed. ` +
    "If they are to be removed, run a reconcile with confirm_removals"
  );
}

function progressOf({ done, total, started_at }: NonNullable<FeedCounts["run"]>, now: Date) {
  const seconds = Math.max(0.001, (now.getTime() - started_at.getTime()) / 1000);
  return { done, total, per_second: Math.round((10 * done) / seconds) / 10 };
}
