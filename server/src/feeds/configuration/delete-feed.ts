import { recordChange } from "../../audit/index.ts";
import {
  deleteOpenHousesOfSource,
  lockRevisions,
  removeListingsOfSource,
  setFed,
  type UsesListings,
} from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { UsesFeeds } from "../services.ts";
import type { DeleteFeedQuery, FeedParams } from "./feed.schemas.ts";
import { configurationOf } from "./feed-view.ts";
import { changedAt, feedNotFound, lockFeed, type StoredFeed } from "./stored-feed.ts";

type DeleteContext = Context<UsesFeeds & UsesListings>;

/**
 * Deletes a feed and ends its run. With `listings: remove` the listings of its source go with it, in batches; after an
 * interruption the feed is disabled, and another call continues. The source and its rules stay.
 *
 * @throws AppError 404 `Feed not found`; 503 when interrupted.
 */
export async function deleteFeed(
  ctx: DeleteContext,
  { feed_id, listings }: FeedParams & DeleteFeedQuery,
): Promise<{ message: string }> {
  const before = await inTransaction(ctx, (ctx) => disable(ctx, feed_id));
  const source = { id: before.source_id, name: before.source };
  const removeListings = async () => {
    await removeListingsOfSource(ctx, source, () => {});
    if (!ctx.signal.aborted) return;
    throw new AppError(
      "unavailable",
      "Interrupted: the feed is disabled, send the request again to continue",
    );
  };
  if (listings === "remove") await removeListings();
  await inTransaction(ctx, (ctx) => remove(ctx, before, listings));
  // A page of the run that was ended may have been stored meanwhile; now that the feed is gone, there is no other one.
  if (listings === "remove") await removeListings();
  return { message: "Feed deleted" };
}

/** The keeper ends a run whose feed is disabled. @returns the feed as it was before. */
async function disable(ctx: DeleteContext, id: number): Promise<StoredFeed> {
  const row = await lockFeed(ctx, id);
  await ctx.db
    .updateTable("feeds")
    .set({ enabled: false, next_run_at: null, ...changedAt(ctx.clock.now()) })
    .where("id", "=", id)
    .execute();
  afterCommit(ctx, () => ctx.feeds.keeper.wake());
  return row;
}

async function remove(ctx: DeleteContext, before: StoredFeed, listings: DeleteFeedQuery["listings"]) {
  // The order of a batch of the run that was ended, which may still be under way.
  if (listings === "remove") await lockRevisions(ctx.db);
  const { numDeletedRows } = await ctx.db
    .deleteFrom("feeds")
    .where("id", "=", before.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw feedNotFound();
  const source = { id: before.source_id, name: before.source };
  if (listings === "remove") await deleteOpenHousesOfSource(ctx.db, source);
  await setFed(ctx.db, source.id, false);
  await recordChange(ctx, {
    action: "delete",
    targetType: "feed",
    targetId: before.id,
    brokerageId: null,
    before: configurationOf(before),
    after: { listings },
  });
  afterCommit(ctx, () => ctx.feeds.keeper.wake());
}
