import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { issueOf } from "../configuration/check-configuration.ts";
import { lockFeed } from "../configuration/stored-feed.ts";
import type { UsesFeeds } from "../services.ts";
import type { RunFeedBody } from "./runs.schemas.ts";

/**
 * Requests a run of a feed: a row of `feed_runs`, which the keeper of some process takes under the feed's lease.
 *
 * @returns the run's id.
 * @throws AppError 404 `Feed not found`; 409 while the feed is disabled or a run is under way; 422 where removals of another kind
 *   are confirmed.
 */
export async function requestRun(
  ctx: Context<UsesFeeds>,
  { feed_id, kind = "refresh", confirm_removals = false }: { feed_id: number } & RunFeedBody,
): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const feed = await lockFeed(ctx, feed_id);
    if (confirm_removals && kind !== "reconcile") {
      throw new AppError("invalid", [issueOf(["confirm_removals"], "is for the kind reconcile alone")]);
    }
    if (!feed.enabled) throw new AppError("conflict", "Feed is disabled");
    const run = await ctx.db
      .insertInto("feed_runs")
      .values({ feed_id, kind, confirms_removals: confirm_removals, started_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.column("feed_id").where("state", "=", "running").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!run) throw new AppError("conflict", "A run of this feed is under way");
    await recordChange(ctx, {
      action: "run",
      targetType: "feed",
      targetId: feed_id,
      brokerageId: null,
      after: { run_id: run.id, kind, confirm_removals },
    });
    afterCommit(ctx, () => ctx.feeds.keeper.wake());
    return run.id;
  });
}
