import { sourcesById } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { envelope, rowsOf } from "../../platform/http/list-envelope.ts";
import { readStatus } from "../status/read-status.ts";
import type { FeedStatus } from "../status/status.schemas.ts";
import type { FeedListQuery, FeedPage } from "./feed.schemas.ts";
import { presentFeed } from "./feed-view.ts";

/** Lists all feeds with their status, newest first. */
export async function listFeeds(ctx: Context, input: FeedListQuery): Promise<FeedPage> {
  const { total } = await ctx.db
    .selectFrom("feeds")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const rows = await ctx.db
    .selectFrom("feeds")
    .selectAll()
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const names = await sourcesById(
    ctx.db,
    rows.map(({ source_id }) => source_id),
  );
  const feeds = rows.map((row) => ({ ...row, source: names.get(row.source_id) ?? "" }));
  const status = await readStatus(ctx, feeds);
  const items = feeds.map((feed) => presentFeed(feed, status.get(feed.id) as FeedStatus));
  return envelope(items, total, input);
}
