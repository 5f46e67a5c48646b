import type { Context } from "../../platform/context.ts";
import type { FeedParams } from "../configuration/feed.schemas.ts";
import { feedNotFound } from "../configuration/stored-feed.ts";
import { readFeed } from "../feed-row.ts";
import { runTrial } from "./run-trial.ts";
import type { FeedTrial } from "./trial.schemas.ts";

/** Tries a stored feed with its secret. Changes nothing of it. @throws AppError 404 `Feed not found`. */
export async function testStoredFeed(ctx: Context, { feed_id }: FeedParams): Promise<FeedTrial> {
  const feed = await readFeed(ctx, feed_id);
  if (!feed) throw feedNotFound();
  return runTrial(ctx, feed);
}
