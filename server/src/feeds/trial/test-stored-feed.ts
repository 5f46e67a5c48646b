import type { Context } from "../../platform/context.ts";
import { FeedStopped } from "../client/feed-error.ts";
import { SharedBudget } from "../client/shared-budget.ts";
import type { FeedParams } from "../configuration/feed.schemas.ts";
import { feedNotFound } from "../configuration/stored-feed.ts";
import { readFeed } from "../feed-row.ts";
import { runTrial } from "./run-trial.ts";
import type { FeedTrial } from "./trial.schemas.ts";

/** Tries a stored feed with its secret, within its budget, also while it is disabled. @throws AppError 404 `Feed not found`. */
export async function testStoredFeed(ctx: Context, { feed_id }: FeedParams): Promise<FeedTrial> {
  const feed = await readFeed(ctx, feed_id);
  if (!feed) throw feedNotFound();
  try {
    return await runTrial(ctx, feed, new SharedBudget(ctx.db, feed.id, "trial"));
  } catch (error) {
    throw error instanceof FeedStopped ? feedNotFound() : error;
  }
}
