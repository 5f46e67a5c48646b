import type { ActorContext, Context } from "../../platform/context.ts";
import { readStatus } from "../status/read-status.ts";
import type { FeedStatus } from "../status/status.schemas.ts";
import type { Feed, FeedParams } from "./feed.schemas.ts";
import { presentFeed } from "./feed-view.ts";
import { requireFeed, type StoredFeed } from "./stored-feed.ts";

/** @throws AppError 404 `Feed not found`. */
export async function getFeed(ctx: ActorContext, { feed_id }: FeedParams): Promise<Feed> {
  return shownFeed(ctx, await requireFeed(ctx, feed_id));
}

/** A feed with its status, as the API shows it. */
export async function shownFeed(ctx: Pick<Context, "db" | "clock">, feed: StoredFeed): Promise<Feed> {
  const status = await readStatus(ctx, [feed]);
  return presentFeed(feed, status.get(feed.id) as FeedStatus);
}
