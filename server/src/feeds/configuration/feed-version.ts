import type { Context } from "../../platform/context.ts";
import type { RecordVersion } from "../../platform/http/record-version.ts";
import { lockFeed, requireFeed } from "./stored-feed.ts";

/** The number that each change of the configuration raises: runs change the row too, and not what staff edit. */
export const feedVersion = {
  record: "feed",
  read: async (ctx, { feed_id }) => (await requireFeed(ctx, feed_id)).version,
  lock: (ctx, { feed_id }) => lockFeed(ctx, feed_id),
} satisfies RecordVersion<Context, { feed_id: number }>;
