import { FeedClient } from "../../src/feeds/client/feed-client.ts";
import { SharedBudget } from "../../src/feeds/client/shared-budget.ts";
import { leaseOf } from "../../src/feeds/feed-keeper.ts";
import { type Feed, readFeed } from "../../src/feeds/feed-row.ts";
import { takeRun } from "../../src/feeds/sync/run-records.ts";
import { tryLease } from "../../src/leases/index.ts";
import { ownContext } from "../../src/services.ts";
import type { FeedFixture } from "./feed-sync-fixture.ts";

/** A run of a feed as the keeper starts it, under a lease of its own. */
export async function startRun(feeds: FeedFixture, feedId: number, kind: string) {
  const ctx = ownContext(feeds.lintel.services, "test of a run");
  await feeds.request(feedId, kind);
  const run = await takeRun(feeds.db, feedId, ctx.clock.now());
  const lease = await tryLease(ctx, leaseOf(feedId));
  const connection = (await readFeed(ctx, feedId)) as Feed;
  if (!run || !lease) throw new Error("no run");
  const client = new FeedClient({
    ...{ ...ctx, connection, budget: new SharedBudget(feeds.db, feedId, run.id) },
    signal: lease.signal,
  });
  return { ctx, feed: connection, run, lease, client };
}
