import { recordChange } from "../../audit/index.ts";
import { findOrCreateSource, setFed } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { UsesFeeds } from "../services.ts";
import type { CreateFeedBody } from "./configuration.schemas.ts";
import type { Feed } from "./feed.schemas.ts";
import { newColumns } from "./feed-columns.ts";
import { configurationOf } from "./feed-view.ts";
import { shownFeed } from "./get-feed.ts";
import { requireValid } from "./require-valid.ts";

/**
 * Creates a feed; its initial load begins at once. A source that has listings of imported files is taken over by their keys.
 *
 * @throws AppError 409 when the source has a feed; 422 for each field that is wrong.
 */
export async function createFeed(ctx: Context<UsesFeeds>, input: CreateFeedBody): Promise<Feed> {
  await requireValid(ctx, input, null);
  const columns = await newColumns(ctx, input);
  const feed = await inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now();
    const source = await findOrCreateSource(ctx.db, input.source);
    const row = await ctx.db
      .insertInto("feeds")
      .values({
        ...columns,
        source_id: source.id,
        created_at: now,
        updated_at: now,
        next_run_at: columns.enabled ? now : null,
      })
      .onConflict((conflict) => conflict.column("source_id").doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new AppError("conflict", `A feed for source '${source.name}' exists already`);
    await setFed(ctx.db, source.id, true);
    const feed = { ...row, source: source.name };
    await recordChange(ctx, {
      action: "create",
      targetType: "feed",
      targetId: feed.id,
      brokerageId: null,
      after: configurationOf(feed),
    });
    afterCommit(ctx, () => ctx.feeds.keeper.wake());
    return feed;
  });
  return shownFeed(ctx, feed);
}
