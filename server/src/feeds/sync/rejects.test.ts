import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FeedFixture, openFeedFixture } from "../../../test/harness/feed-sync-fixture.ts";
import { Rejects } from "./rejects.ts";

const LISTINGS = 20;

describe("rejects of feeds", () => {
  let feeds: FeedFixture;
  let feed: Awaited<ReturnType<FeedFixture["addFeed"]>>;
  let first: string;
  let made = 0;
  beforeAll(async () => {
    feeds = await openFeedFixture({ listings: LISTINGS });
    feeds.keep();
  });
  beforeEach(async () => {
    await feeds.reset();
    [first = ""] = feeds.server.market.keys("Property").sort();
  });
  afterAll(() => feeds.close());

  const loaded = async (strategy: string) => {
    const resources = ["Property", "OpenHouse"];
    feed = await feeds.addFeed(`mls-${++made}`, { strategy, media: "none", resources });
    expect(await feeds.run(feed.id, "initial")).toMatchObject({ error_message: null, state: "succeeded" });
  };
  const rejected = () =>
    feeds.db.selectFrom("feed_rejects").selectAll().where("feed_id", "=", feed.id).execute();
  const idOf = async (key: string) => {
    const rows = feeds.db.selectFrom("listings").select("id").where("source_id", "=", feed.sourceId);
    return (await rows.where("listing_key", "=", key).where("status", "!=", "Delete").executeTakeFirst())?.id;
  };
  const offerCopy = (key: string | null) =>
    feeds.server.market.put("Property", {
      ...feeds.server.market.get("Property", first),
      ListingKey: key,
      ModificationTimestamp: new Date().toISOString(),
    });

  it("for a ListingId that another key has are that listing once a reconcile finds the other key gone", async () => {
    await loaded("timestamp");
    const before = await idOf(first);
    offerCopy("copy");
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded", rejected: 1 });
    expect(await rejected()).toMatchObject([{ key: "copy", holder: first }]);
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "succeeded", removed: 0 });
    expect(await idOf("copy")).toBeUndefined();
    feeds.server.market.remove("Property", first);
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "succeeded", removed: 0 });
    expect([await idOf("copy"), await idOf(first), await rejected()]).toEqual([before, undefined, []]);
    expect(await feeds.feedRow(feed.id)).toMatchObject({ offered: LISTINGS, missing: 0 });
  });

  it("for a ListingId that another key has are that listing once the record of that key says that it is gone", async () => {
    await loaded("timestamp");
    const before = await idOf(first);
    offerCopy("copy");
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded", rejected: 1 });
    feeds.server.changes.apply({ kind: "hide", key: first }, Date.now());
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "succeeded" });
    expect([await idOf("copy"), await idOf(first), await rejected()]).toEqual([before, undefined, []]);
  });

  it("for a ListingId that another key has are that listing once an event removes the other key", async () => {
    await loaded("entity_event");
    const before = await idOf(first);
    offerCopy("copy");
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded", rejected: 1 });
    feeds.server.market.remove("Property", first);
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded" });
    expect([await idOf("copy"), await idOf(first), await rejected()]).toEqual([before, undefined, []]);
  });

  it("for a key with spaces around it leave the list when the key is right", async () => {
    await loaded("timestamp");
    offerCopy(" copy ");
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ error_message: null, rejected: 1 });
    const stored = [{ key: " copy ", reasons: ["ListingKey must not begin or end with spaces"] }];
    expect(await rejected()).toMatchObject(stored);
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "succeeded", removed: 0 });
    expect(await rejected()).toMatchObject(stored);
    feeds.server.market.remove("Property", " copy ");
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "succeeded" });
    expect(await rejected()).toEqual([]);
  });

  it("without a key stay in the list as long as such a record is offered", async () => {
    await loaded("timestamp");
    offerCopy(null);
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ error_message: null, rejected: 1 });
    const stored = [{ key: expect.stringContaining("no key, "), reasons: ["ListingKey is required"] }];
    expect(await rejected()).toMatchObject(stored);
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "succeeded" });
    expect(await rejected()).toMatchObject(stored);
    feeds.server.market.remove("Property", "null");
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "succeeded" });
    expect(await rejected()).toEqual([]);
  });

  it("without a key are listed once, also when they change and the addresses of their Media do", async () => {
    await loaded("timestamp");
    const rejects = await Rejects.load(feeds.db, feed.id);
    const add = (record: object, at: string) => {
      const Media = [{ MediaURL: `https://p.test/1?signature=${at}` }];
      const rejected = {
        resource: "Property" as const,
        record: { ...record, Media, ModificationTimestamp: at },
      };
      return rejects.add(feeds.db, [{ ...rejected, reasons: ["ListingKey is required"] }], new Date());
    };
    for (const at of ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"]) {
      await add({ ListingId: "one", ListPrice: at.length }, at);
      await add({ ListingId: "two" }, at);
      await add({ City: "Seattle" }, at);
    }
    const records = (await rejected()).map(({ record }) => JSON.parse(record));
    expect(records).toHaveLength(3);
    expect(new Set(records.map(({ ModificationTimestamp }) => ModificationTimestamp))).toEqual(
      new Set(["2026-01-02T00:00:00Z"]),
    );
  });

  it("are held in memory without their records", async () => {
    await loaded("timestamp");
    const at = new Date();
    const change = {
      kind: "fields",
      key: first,
      fields: { ListPrice: "much" },
      at: at.toISOString(),
    } as const;
    feeds.server.changes.apply(change, Date.now());
    await feeds.run(feed.id, "refresh");
    const rejects = await Rejects.load(feeds.db, feed.id);
    expect(rejects.keys("Property")).toEqual([first]);
    expect(rejects.get("Property", first)).toEqual({ time: at.getTime(), holder: null });
  });

  it("of open houses are those alone that the database refuses", async () => {
    const keys = ["one", "two", "three"];
    const date = new Date().toISOString();
    const house = { ListingKey: first, OpenHouseDate: date.slice(0, 10), ModificationTimestamp: date };
    for (const key of keys) {
      const OpenHouseRemarks = key === "two" ? "refused" : "Come in";
      feeds.server.market.put("OpenHouse", { ...house, OpenHouseKey: key, OpenHouseRemarks });
    }
    // What a reader lets through by mistake.
    await feeds.statement("alter table open_houses add constraint refuse check (remarks <> 'refused')");
    try {
      await loaded("timestamp");
    } finally {
      for (const key of keys) feeds.server.market.remove("OpenHouse", key);
      await feeds.statement("alter table open_houses drop constraint refuse");
    }
    expect(await rejected()).toMatchObject([
      { resource: "OpenHouse", key: "two", reasons: [expect.stringContaining("The database refuses it")] },
    ]);
    const houses = await feeds.db
      .selectFrom("open_houses")
      .select("open_house_key")
      .where("source_id", "=", feed.sourceId)
      .execute();
    expect(houses.map(({ open_house_key }) => open_house_key).sort()).toEqual(["one", "three"]);
  });
});
