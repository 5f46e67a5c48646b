import type { ImportContext } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";

/** What the work of a feed needs of its context. */
export type SyncContext = ImportContext & Pick<Context, "log">;

/** A run of a feed: a row of feed_runs. */
export type Run = {
  id: number;
  kind: "initial" | "refresh" | "reconcile";
  startedAt: Date;
  confirmsRemovals: boolean;
  /** Whether it was started by the schedule: then it may leave some resources to the next one. */
  isScheduled: boolean;
  /** What its row says that it does; null before it has begun. */
  phase: string | null;
};
