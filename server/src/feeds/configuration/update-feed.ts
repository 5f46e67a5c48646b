import { recordChange } from "../../audit/index.ts";
import { changedFields } from "../../platform/changed-fields.ts";
import type { Context } from "../../platform/context.ts";
import { open, SecretUnreadable } from "../../platform/crypto/seal.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { UsesFeeds } from "../services.ts";
import { issueOf } from "./check-configuration.ts";
import type { UpdateFeedBody } from "./configuration.schemas.ts";
import type { Feed, FeedParams } from "./feed.schemas.ts";
import { editedColumns } from "./feed-columns.ts";
import { configurationOf } from "./feed-view.ts";
import { shownFeed } from "./get-feed.ts";
import { requireValid } from "./require-valid.ts";
import { changedAt, lockFeed, requireFeed, type StoredFeed } from "./stored-feed.ts";

/**
 * Changes the given fields. A change of what is read starts a new load; a change of how it is asked for ends a wait and runs at once.
 *
 * @throws AppError 404 `Feed not found`; 422 for each field that is wrong.
 */
export async function updateFeed(
  ctx: Context<UsesFeeds>,
  { feed_id, ...input }: FeedParams & UpdateFeedBody,
): Promise<Feed> {
  const before = await requireFeed(ctx, feed_id);
  if (input.source !== undefined) {
    throw new AppError("invalid", [
      issueOf(["source"], "cannot be changed: create a feed for the other source"),
    ]);
  }
  await requireValid(ctx, input, await storedParts(ctx, before));
  const columns = await editedColumns(ctx, input);
  const feed = await inTransaction(ctx, async (ctx) => {
    const row = await lockFeed(ctx, feed_id);
    const changed = changedFields(row, columns);
    if (Object.keys(changed).length === 0) return row;
    const now = ctx.clock.now();
    const after = await ctx.db
      .updateTable("feeds")
      .set({ ...changed, ...consequences(row, changed, now), ...changedAt(now) })
      .where("id", "=", feed_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const feed = { ...after, source: row.source };
    await recordChange(ctx, {
      action: "update",
      targetType: "feed",
      targetId: feed_id,
      brokerageId: null,
      before: configurationOf(row),
      // Records that the secret changed, and nothing of its content.
      after: {
        ...configurationOf(feed),
        ...(changed.sealed_secret !== undefined && { secret_is_new: true }),
      },
    });
    afterCommit(ctx, () => ctx.feeds.keeper.wake());
    return feed;
  });
  return shownFeed(ctx, feed);
}

async function storedParts({ secrets }: Context, { auth_type, user_agent, sealed_secret }: StoredFeed) {
  const secret = await open(secrets.encryptionKey, sealed_secret).catch((error: unknown) => {
    // A new one mends that.
    if (error instanceof SecretUnreadable) return null;
    throw error;
  });
  return { authType: auth_type, secret, userAgent: user_agent };
}

type Changed = Partial<Record<keyof StoredFeed, unknown>>;

/** What records there are depends on these; cursors of the old set would leave records out. */
const decideWhatIsRead: (keyof StoredFeed)[] = ["base_url", "strategy", "filter"];
/** A pause that another server, or the budget before, has asked for ends. */
const decidePauses: (keyof StoredFeed)[] = [
  ...(["base_url", "auth_type", "token_url", "client_id", "sealed_secret"] as const),
  ...(["per_second", "per_hour", "per_day", "bytes_per_hour"] as const),
];
/** What failed for these may succeed now. */
const decideRequests: (keyof StoredFeed)[] = [
  ...decideWhatIsRead,
  ...decidePauses,
  ...(["scope", "user_agent", "page_size", "media", "resources", "enabled"] as const),
];

function consequences(row: StoredFeed, changed: Changed, now: Date) {
  const touches = (names: (keyof StoredFeed)[]) => names.some((name) => name in changed);
  const enabled = (changed.enabled as boolean | undefined) ?? row.enabled;
  return {
    ...(touches(decideWhatIsRead) && {
      chosen_strategy: null,
      metadata: null,
      cursors: "{}",
      loaded_at: null,
    }),
    ...(touches(decidePauses) && { wait_until: null }),
    ...(touches(decideRequests) && { next_run_at: enabled ? now : null }),
  };
}
