import { type Lease, requireLease } from "../../leases/index.ts";
import { lockRevisions } from "../../listings/index.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { FeedChanged } from "../client/feed-error.ts";
import { type Feed, isUnchanged } from "../feed-row.ts";

type Owned = { feed: Pick<Feed, "id" | "version">; lease: Pick<Lease, "name" | "holder"> };

/**
 * Checks, in the transaction that stores results, that this process still holds the feed's lease, and that the feed is there and
 * configured as its run has read it. The key of its row is locked: the feed is not deleted before the transaction ends. In a transaction
 * that changes listings too, `lockRevisions` comes first.
 *
 * @throws LeaseLost, FeedChanged; the transaction must roll back.
 */
export async function requireOwnFeed(db: Db, { feed, lease }: Owned): Promise<void> {
  await requireLease(db, lease);
  const row = await db
    .selectFrom("feeds")
    .select("id")
    .where("id", "=", feed.id)
    .where(isUnchanged(feed))
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw new FeedChanged();
}

/** Runs `work` in a transaction that begins with `requireOwnFeed`. */
export async function whileOwned<Result>(
  { ctx, feed, lease }: Owned & { ctx: { db: Db } },
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return inTransaction(ctx, async ({ db }) => {
    await requireOwnFeed(db, { feed, lease });
    return work(db);
  });
}

/**
 * As `whileOwned`, for work that changes listings, or what belongs to them: the lock of the change log comes before the lock of the
 * feed, as in a batch of listings and in the deletion of the feed.
 */
export async function whileOwnedWithListings<Result>(
  parts: Parameters<typeof whileOwned>[0],
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return inTransaction(parts.ctx, async ({ db }) => {
    await lockRevisions(db);
    return whileOwned({ ...parts, ctx: { db } }, work);
  });
}
