import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FeedFixture, openFeedFixture } from "../../../test/harness/feed-sync-fixture.ts";
import { startRun } from "../../../test/harness/started-run.ts";
import { embeddedBounds, sharedBounds } from "../../listings/import/batch-size.ts";
import type { RawRecord } from "../../listings/index.ts";
import { openSync } from "./open-sync.ts";

/** Rows of the first batches of a run. */
const BATCH = (process.env.DATABASE_URL ? sharedBounds : embeddedBounds).minRows;
/** As many batches as are under way together. */
const LISTINGS = BATCH * 3;

describe("the writer of Property records", () => {
  let feeds: FeedFixture;
  let feed: Awaited<ReturnType<FeedFixture["addFeed"]>>;
  /** In the order of the server. */
  let records: RawRecord[];
  let end = async () => {};
  let made = 0;
  beforeAll(async () => {
    feeds = await openFeedFixture({ listings: LISTINGS });
  });
  beforeEach(async () => {
    await feeds.reset();
    records = feeds.server.market
      .keys("Property")
      .sort()
      .map((key) => feeds.server.market.get("Property", key) as RawRecord);
    end = feeds.keep(feeds.lintel.services, { retryMs: 10 });
    feed = await feeds.addFeed(`mls-${++made}`, {
      ...{ strategy: "next_link", page_size: 1000, media: "none", resources: ["Property"] },
    });
    expect(await feeds.run(feed.id, "initial")).toMatchObject({ state: "succeeded", created: LISTINGS });
  });
  afterEach(async () => {
    await end();
    await feeds.statement("drop function if exists refuse_once cascade; drop sequence if exists refusals");
  });
  afterAll(() => feeds.close());

  /** The next update of the listing, and no later one, fails with this SQLSTATE: a sequence is not rolled back. */
  const refuseOnce = (key: unknown, state: string) =>
    feeds.statement(`
      create sequence refusals;
      create function refuse_once() returns trigger language plpgsql as $$
      begin
        if nextval('refusals') = 1 then
          raise exception 'refused once' using errcode = '${state}';
        end if;
        return new;
      end $$;
      create trigger refuse_once before update on listings
        for each row when (new.listing_key = '${key}') execute function refuse_once()`);
  const priceOf = async (key: unknown) =>
    (await feeds.storedListings(feed.sourceId)).find(({ listing_key }) => listing_key === key)?.list_price;

  it("moves no cursor past a batch that fails where the one after it is unchanged", async () => {
    const [first = {}] = records;
    // With the same time, so that the reconcile after a load does not find it.
    feeds.server.market.put("Property", { ...first, ListPrice: 123_456 });
    await refuseOnce(first.ListingKey, "40P01");
    expect(await feeds.run(feed.id, "initial")).toMatchObject({ state: "succeeded", updated: 1 });
    expect(await priceOf(first.ListingKey)).toBe(123_456);
  });

  it("stores the last version of a page though the batch of an earlier one is split", async () => {
    await end();
    const parts = await startRun(feeds, feed.id, "refresh");
    const { writer } = await openSync(parts);
    const [first = {}, second = {}] = records;
    await refuseOnce(first.ListingKey, "22000");
    const page = [
      { ...first, ListPrice: 123_456 },
      { ...second, ListPrice: 234_567 },
      ...records.slice(2, BATCH),
      second,
      ...records.slice(BATCH),
    ];
    await writer.store(page);
    expect(await priceOf(first.ListingKey)).toBe(123_456);
    expect(await priceOf(second.ListingKey)).toBe(second.ListPrice);
    await parts.lease.end();
  });
});
