import { exceedsGuard, removeUnchanged } from "../../listings/index.ts";
import { FeedError } from "../client/feed-error.ts";
import { queryOf } from "../client/odata-query.ts";
import { requireOwnFeed } from "./own-feed.ts";
import { refetchListings } from "./refetch-listings.ts";
import { addCounts } from "./run-counts.ts";
import type { Sync } from "./sync.ts";

/** A stored listing that the server does not offer any more. */
export type MissingListing = { id: number; listing_key: string };

type Missing = {
  missing: MissingListing[];
  /** The number of listings of the source, removed ones not counted. */
  listings: number;
  /** How many records the server answered in this run; null where it was not asked for all: then it is asked whether there is any. */
  answered: number | null;
};

/**
 * Removes the listings that a run found missing, unless the guard holds them (D18). No other writer has changed them meanwhile: a
 * source with a feed takes no imports. A rejected record that has the ListingId of one of them is that listing then.
 *
 * @throws FeedError removals_held
 */
export async function removeMissing(sync: Sync, { missing, listings, answered }: Missing): Promise<void> {
  if (missing.length === 0) return;
  const { ctx, run } = sync;
  if (!run.confirmsRemovals) {
    const offersAny = answered === null ? await offersAnything(sync) : answered > 0;
    if (!offersAny) throw new FeedError("removals_held", { detail: "The server offers no listings at all" });
    const guarded = await guardedRemoval(sync, { missing: missing.length, listings });
    if (guarded.isHeld) {
      const { missing, listings, percent } = guarded;
      const detail = `${missing} of ${listings} listings are no longer offered, more than ${percent} percent`;
      throw new FeedError("removals_held", { detail });
    }
  }
  await removeUnchanged(ctx, {
    ids: missing.map(({ id }) => id),
    commitWith: async (db, count) => {
      await requireOwnFeed(db, sync);
      await addCounts(db, run.id, { removed: count, removed_missing: count });
    },
  });
  ctx.signal.throwIfAborted();
  const heldBack = sync.writer.rejects.heldBy(new Set(missing.map(({ listing_key }) => listing_key)));
  await refetchListings(sync, heldBack);
}

/** What the guard compares: with what the run has removed before, by the events that it read for example. */
export async function guardedRemoval(
  { ctx, feed, run }: Sync,
  more: { missing: number; listings: number },
): Promise<{ missing: number; listings: number; percent: number; isHeld: boolean }> {
  const { removed_missing: before } = await ctx.db
    .selectFrom("feed_runs")
    .select("removed_missing")
    .where("id", "=", run.id)
    .executeTakeFirstOrThrow();
  const removal = {
    missing: before + more.missing,
    listings: before + more.listings,
    percent: feed.removalGuardPercent,
  };
  return { ...removal, isHeld: exceedsGuard(removal) };
}

async function offersAnything({ client, feed }: Sync): Promise<boolean> {
  const query = queryOf("Property", { filter: [feed.filter], select: ["ListingKey"], top: 1 });
  return (await client.page(client.address(query))).records.length > 0;
}
