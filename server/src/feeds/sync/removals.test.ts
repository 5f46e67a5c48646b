import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FeedFixture, openFeedFixture } from "../../../test/harness/feed-sync-fixture.ts";

const LISTINGS = 200;

describe("removals of feeds", () => {
  let feeds: FeedFixture;
  let feed: Awaited<ReturnType<FeedFixture["addFeed"]>>;
  let made = 0;
  beforeAll(async () => {
    feeds = await openFeedFixture({ listings: LISTINGS });
    feeds.keep();
  });
  beforeEach(async () => {
    await feeds.reset();
  });
  afterAll(() => feeds.close());

  const keys = () => feeds.server.market.keys("Property").sort();
  const remove = (count: number) => {
    for (const key of keys().slice(0, count)) feeds.server.changes.apply({ kind: "remove", key }, Date.now());
  };
  const loaded = async (values: object = {}) => {
    feed = await feeds.addFeed(`mls-${++made}`, { media: "none", resources: ["Property"], ...values });
    expect(await feeds.run(feed.id, "initial")).toMatchObject({ state: "succeeded" });
  };
  const stored = async () => (await feeds.storedListings(feed.sourceId)).length;

  it.each(["entity_event", "timestamp"])(
    "by %s are held above the guard until they are confirmed",
    async (strategy) => {
      await loaded({ strategy });
      remove(51);
      const held = await feeds.run(feed.id, strategy === "entity_event" ? "refresh" : "reconcile");
      expect(held).toMatchObject({ state: "held", error_code: "removals_held", removed: 0 });
      expect(held.error_message).toContain("51 of 200");
      expect(await stored()).toBe(LISTINGS);
      feeds.server.changes.apply({ kind: "price", key: keys()[0] as string, price: 5 }, Date.now());
      expect(await feeds.run(feed.id, "refresh")).toMatchObject({
        state: "succeeded",
        updated: 1,
        removed: 0,
      });
      const { held_at } = await feeds.feedRow(feed.id);
      expect(held_at).not.toBeNull();
      expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "held", removed: 0 });
      // One hold, which brokers are told of once.
      expect((await feeds.feedRow(feed.id)).held_at).toEqual(held_at);
      expect(await feeds.feedRow(feed.id)).toMatchObject({ missing: 51, offered: LISTINGS - 51 });
      const confirmed = await feeds.run(feed.id, "reconcile", { confirms: true });
      expect(confirmed).toMatchObject({ state: "succeeded", removed: 51 });
      expect(await feeds.feedRow(feed.id)).toMatchObject({ held_at: null, missing: 0, error_code: null });
      expect(await stored()).toBe(LISTINGS - 51);
    },
  );

  it("are not held up to fifty listings, nor up to the percentage, nor where the record says that it is gone", async () => {
    await loaded({ strategy: "timestamp", removal_guard_percent: 1 });
    remove(50);
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "succeeded", removed: 50 });
    await feeds.db.updateTable("feeds").set({ removal_guard_percent: 40 }).execute();
    remove(55);
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "succeeded", removed: 55 });
    await feeds.db.updateTable("feeds").set({ removal_guard_percent: 0 }).execute();
    for (const key of keys().slice(0, 60)) feeds.server.changes.apply({ kind: "hide", key }, Date.now());
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded", removed: 60 });
    expect(await stored()).toBe(LISTINGS - 165);
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "succeeded", removed: 0 });
    // The 60 are still in the server's answers.
    expect(await feeds.feedRow(feed.id)).toMatchObject({ offered: LISTINGS - 165, missing: 0 });
  });

  it("are counted by the guard over the whole run: those by events with those of the reconcile", async () => {
    await loaded({ strategy: "entity_event", removal_guard_percent: 40 });
    remove(51);
    // As if the events of these were lost.
    await feeds.forgetEvents(feed.id);
    remove(51);
    const run = await feeds.run(feed.id, "reconcile");
    expect(run).toMatchObject({ state: "held", removed: 51 });
    expect(run.error_message).toContain("102 of 200");
    expect(await feeds.feedRow(feed.id)).toMatchObject({ missing: 51 });
    expect(await stored()).toBe(LISTINGS - 51);
  });

  it("include listings whose rules or copies of photos changed during the reconcile", async () => {
    await loaded({ strategy: "timestamp", page_size: 20, per_second: 10 });
    remove(2);
    const run = await feeds.request(feed.id, "reconcile");
    await expect.poll(async () => (await feeds.runRow(run)).phase).toBe("reconcile");
    const ofSource = feeds.db.updateTable("listings").where("source_id", "=", feed.sourceId);
    await ofSource.set({ rules_revision: 1 }).execute();
    await ofSource.set({ updated_at: new Date() }).execute();
    expect(await feeds.ended(run)).toMatchObject({ state: "succeeded", removed: 2 });
  });

  it("of few listings are held too while the server offers none at all", async () => {
    await loaded({ strategy: "entity_event" });
    remove(2);
    const [first] = keys();
    feeds.server.changes.apply({ kind: "price", key: first as string, price: 7 }, Date.now());
    // The events are answered, and then every list is empty.
    const list = feeds.server.market.keys("Property");
    for (const key of list.slice(3)) feeds.server.changes.apply({ kind: "remove", key }, Date.now());
    for (const key of keys()) feeds.server.changes.apply({ kind: "remove", key }, Date.now());
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "held", removed: 0 });
    expect(await stored()).toBe(LISTINGS);
  });

  it("are held while the server answers with nothing, also under a guard of 100 percent", async () => {
    await loaded({ strategy: "timestamp", removal_guard_percent: 100 });
    feeds.server.behaviours.empty = true;
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "held", removed: 0 });
    feeds.server.behaviours.empty = false;
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "succeeded", removed: 0 });
    expect(await stored()).toBe(LISTINGS);
  });

  it.each(["entity_event", "timestamp"])(
    "by %s follow the filter: a listing that leaves it is removed, and one outside of it is not stored",
    async (strategy) => {
      const [first, second] = keys() as [string, string];
      const move = (key: string, City: string) =>
        feeds.server.changes.apply({ kind: "fields", key, fields: { City } }, Date.now());
      move(first, "Elsewhere");
      await loaded({ strategy, filter: "City ne 'Elsewhere'" });
      expect(await stored()).toBe(LISTINGS - 1);
      feeds.server.changes.apply({ kind: "price", key: first, price: 5 }, Date.now());
      move(second, "Elsewhere");
      expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded" });
      expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "succeeded" });
      expect(await stored()).toBe(LISTINGS - 2);
      move(second, "Nearby");
      expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded" });
      expect(await stored()).toBe(LISTINGS - 1);
    },
  );

  it("by links follow the filter of a server that takes no filter by key: a missing and a newer listing are read by their addresses", async () => {
    await feeds.reset({ keyset: false, in_operator: false });
    for (const key of keys())
      feeds.server.changes.apply(
        { kind: "fields", key, fields: { OriginatingSystemName: "ims" } },
        Date.now(),
      );
    await loaded({ strategy: "next_link", filter: "OriginatingSystemName eq 'ims'" });
    const [first, second, third] = keys() as [string, string, string];
    feeds.server.changes.apply({ kind: "remove", key: first }, Date.now());
    feeds.server.changes.apply(
      { kind: "fields", key: second, fields: { OriginatingSystemName: "other" } },
      Date.now(),
    );
    await feeds.db.deleteFrom("listings").where("listing_key", "=", third).execute();
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({
      state: "succeeded",
      created: 1,
      removed: 2,
    });
    expect(await stored()).toBe(LISTINGS - 2);
  });

  it("a feed takes over what was imported by file, and removes what its server does not offer", async () => {
    const source = `mls-${++made}`;
    const record = (key: string) => ({ ...feeds.server.market.get("Property", key), ListPrice: 1 });
    const [one, two] = keys() as [string, string];
    await feeds.lintel.importListings(source, [
      record(one),
      record(two),
      { ...record(one), ListingKey: "old", ListingId: "old" },
    ]);
    const ids = async () =>
      new Map(
        (await feeds.db.selectFrom("listings").select(["id", "listing_key"]).execute()).map((row) => [
          row.listing_key,
          row.id,
        ]),
      );
    const before = await ids();
    feed = await feeds.addFeed(source, { media: "none", resources: ["Property"], strategy: "timestamp" });
    const run = await feeds.run(feed.id, "initial");
    expect(run).toMatchObject({ state: "succeeded", created: LISTINGS - 2, updated: 2, removed: 1 });
    expect(await feeds.feedRow(feed.id)).toMatchObject({ offered: LISTINGS, missing: 0 });
    const after = await ids();
    expect([after.get(one), after.get(two)]).toEqual([before.get(one), before.get(two)]);
  });

  it("a record with the ListingId of a listing whose key is gone, or differs in case alone, is that listing", async () => {
    await loaded({ strategy: "timestamp" });
    const [one, two, three] = keys() as [string, string, string];
    const idOf = async (key: string) =>
      (await feeds.db.selectFrom("listings").select("id").where("listing_key", "=", key).executeTakeFirst())
        ?.id;
    const before = [await idOf(one), await idOf(two)];
    feeds.server.changes.apply({ kind: "rename", key: one, to: "another-key" }, Date.now());
    feeds.server.changes.apply({ kind: "rename", key: two, to: two.toLowerCase() }, Date.now());
    // The same ListingId under a second key, while the first one is offered: that is an error of the server.
    const copy = {
      ...feeds.server.market.get("Property", three),
      ListingKey: "copy",
      ModificationTimestamp: new Date().toISOString(),
    };
    feeds.server.market.put("Property", copy);
    const run = await feeds.run(feed.id, "refresh");
    expect(run).toMatchObject({ state: "succeeded", rejected: 1, updated: 2 });
    expect([await idOf("another-key"), await idOf(two.toLowerCase())]).toEqual(before);
    const rejects = await feeds.db.selectFrom("feed_rejects").selectAll().execute();
    expect(rejects).toMatchObject([
      { key: "copy", resource: "Property", reasons: [expect.stringContaining("ListingId")] },
    ]);
    expect(JSON.parse(rejects[0]?.record as string)).toEqual(copy);
    feeds.server.market.remove("Property", "copy");
    await feeds.run(feed.id, "reconcile");
    expect(await feeds.db.selectFrom("feed_rejects").selectAll().execute()).toEqual([]);
    expect(await stored()).toBe(LISTINGS);
  });

  it("records that cannot be read are rejected with reasons, keep their stored version, and leave the list when they are right", async () => {
    await loaded({ strategy: "timestamp" });
    const [key] = keys() as [string];
    const price = feeds.server.market.get("Property", key)?.ListPrice as number;
    feeds.server.changes.apply(
      { kind: "fields", key, fields: { ListPrice: "much", StandardStatus: "Gone fishing" } },
      Date.now(),
    );
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded", rejected: 1 });
    const reasons = async () =>
      (await feeds.db.selectFrom("feed_rejects").select("reasons").execute()).map((row) => row.reasons);
    expect(await reasons()).toEqual([
      [expect.stringContaining("StandardStatus"), expect.stringContaining("ListPrice")],
    ]);
    expect(await feeds.run(feed.id, "reconcile")).toMatchObject({ state: "succeeded", read: 0, removed: 0 });
    expect(
      (await feeds.storedListings(feed.sourceId)).find((row) => row.listing_key === key)?.list_price,
    ).toBe(price);
    feeds.server.changes.apply(
      { kind: "fields", key, fields: { ListPrice: 8, StandardStatus: "Active" } },
      Date.now(),
    );
    await feeds.run(feed.id, "refresh");
    expect(await reasons()).toEqual([]);
  });
});
