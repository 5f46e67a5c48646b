import type { Context } from "../../platform/context.ts";
import type { Download } from "../../platform/http/download.ts";
import { FeedStopped } from "../client/feed-error.ts";
import { SharedBudget } from "../client/shared-budget.ts";
import type { FeedParams } from "../configuration/feed.schemas.ts";
import { feedNotFound } from "../configuration/stored-feed.ts";
import { readFeed } from "../feed-row.ts";
import { replyOfTrial, type Trial } from "./reply-of-trial.ts";
import { runTrial } from "./run-trial.ts";
import type { FeedTrial, TrialQuery } from "./trial.schemas.ts";

/** Tries a stored feed with its secret, within its budget, also while it is disabled. @throws AppError 404 `Feed not found`. */
export async function testStoredFeed(
  ctx: Context,
  { feed_id, format }: FeedParams & TrialQuery,
): Promise<FeedTrial | Download> {
  return replyOfTrial({ format }, await trialOfStoredFeed(ctx, feed_id));
}

/** @throws AppError 404 `Feed not found`. */
export async function trialOfStoredFeed(ctx: Context, feedId: number): Promise<Trial> {
  const feed = await readFeed(ctx, feedId);
  if (!feed) throw feedNotFound();
  const budget = new SharedBudget(ctx.db, feed.id, "trial");
  return (onStep) =>
    runTrial(ctx, feed, budget, onStep).catch((error: unknown) => {
      throw error instanceof FeedStopped ? feedNotFound() : error;
    });
}
