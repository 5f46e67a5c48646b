import { requireLease } from "../../leases/index.ts";
import { exceedsGuard, removeUnchanged } from "../../listings/index.ts";
import { FeedError } from "../client/feed-error.ts";
import { queryOf } from "../client/odata-query.ts";
import { addCounts } from "./run-counts.ts";
import type { Sync } from "./sync.ts";

type Missing = {
  /** Ids of listings that the server does not offer any more. */
  ids: number[];
  /** The number of listings of the source, removed ones not counted. */
  listings: number;
  /** Listings that were changed after this revision stay. */
  revision: number;
  /** How many listings the server offered in this run; null where it was not asked for all: then it is asked whether there is any. */
  offered: number | null;
};

/**
 * Removes the listings that a run found missing, unless the guard holds them (D18). Returns how many were removed.
 *
 * @throws FeedError removals_held
 */
export async function removeMissing(
  sync: Sync,
  { ids, listings, revision, offered }: Missing,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { ctx, feed, run, lease } = sync;
  const percent = feed.removalGuardPercent;
  if (!run.confirmsRemovals) {
    const offersAny = offered === null ? await offersAnything(sync) : offered > 0;
    if (!offersAny) throw new FeedError("removals_held", { detail: "The server offers no listings at all" });
    if (exceedsGuard({ missing: ids.length, listings, percent })) {
      const detail = `${ids.length} of ${listings} listings are no longer offered, more than ${percent} percent`;
      throw new FeedError("removals_held", { detail });
    }
  }
  const removed = await removeUnchanged(ctx, {
    ids,
    revision,
    commitWith: async (db, count) => {
      await requireLease(db, lease);
      await addCounts(db, run.id, { removed: count });
    },
  });
  ctx.signal.throwIfAborted();
  return removed;
}

async function offersAnything({ client, feed }: Sync): Promise<boolean> {
  const query = queryOf("Property", { filter: [feed.filter], select: ["ListingKey"], top: 1 });
  return (await client.page(client.address(query))).records.length > 0;
}
