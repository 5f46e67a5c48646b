import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Behaviours, presets } from "../../../../feed-server/src/behaviours.ts";
import { type FeedFixture, openFeedFixture } from "../../../test/harness/feed-sync-fixture.ts";
import type { Cursors } from "./cursors.ts";

const LISTINGS = 60;

/** Each way to read a server, and how the server has to be for it. */
const ways: [name: string, feed: object, server: Partial<Behaviours>][] = [
  ["entity_event", { strategy: "auto" }, {}],
  ["timestamp", { strategy: "auto" }, presets.timestamp as Partial<Behaviours>],
  [
    "next_link",
    { strategy: "auto" },
    { ...presets["next-link"], requests_per_second: null, signed_media: null },
  ],
  ["timestamp", { strategy: "timestamp", media: "resource" }, {}],
  ["next_link", { strategy: "next_link", media: "resource" }, { relative_next_link: true }],
];

describe("feeds", () => {
  let feeds: FeedFixture;
  let made = 0;
  beforeAll(async () => {
    feeds = await openFeedFixture({ listings: LISTINGS });
    feeds.keep();
  });
  afterAll(() => feeds.close());

  describe.each(ways)("%s, as %o", (strategy, values, behaviours) => {
    let feed: Awaited<ReturnType<FeedFixture["addFeed"]>>;
    beforeAll(async () => {
      // One feed at a time offers the ids of these listings without a prefix.
      await feeds.reset(behaviours);
      feed = await feeds.addFeed(`mls-${++made}`, { ...values, page_size: 7 });
    });
    const change = (kind: string, nth: number, more: object = {}) => {
      const key = feeds.server.market.keys("Property").sort()[nth] as string;
      feeds.server.changes.apply({ kind, key, ...more } as never, Date.now());
      return key;
    };

    it("loads everything, and counts it", async () => {
      const run = await feeds.run(feed.id, "initial");
      expect(run).toMatchObject({ state: "succeeded", error_message: null, rejected: 0, removed: 0 });
      expect([run.read, run.created]).toEqual([feeds.server.market.size("Property"), run.read]);
      expect(run.requests).toBeGreaterThan(5);
      expect(run.bytes).toBeGreaterThan(1000);
      await feeds.expectSame(feed.sourceId);
      const row = await feeds.feedRow(feed.id);
      expect(row).toMatchObject({
        chosen_strategy: strategy,
        offered: run.read,
        missing: 0,
        error_code: null,
      });
      expect(row.loaded_at).not.toBeNull();
      const houses = await feeds.db
        .selectFrom("open_houses")
        .selectAll()
        .where("source_id", "=", feed.sourceId)
        .execute();
      expect(houses).toHaveLength(feeds.server.market.size("OpenHouse"));
    });

    it("reads nothing again when nothing has changed", async () => {
      const before = feeds.server.now();
      const cursor = async () => ((await feeds.feedRow(feed.id)).cursors as Cursors).Property;
      const stored = await cursor();
      const run = await feeds.run(feed.id, "refresh");
      if (strategy !== "next_link") expect(await cursor()).toEqual(stored);
      expect(run).toMatchObject({ state: "succeeded", created: 0, updated: 0, removed: 0 });
      expect(run.unchanged).toBe(run.read);
      if (strategy === "entity_event") expect(run.requests).toBe(1);
      // What the overlap holds is stored as it is: it is read by no key, and neither are its photos.
      const requested = feeds.server.log
        .since(before)
        .map(({ path }) => decodeURIComponent(path).replaceAll("+", " "));
      expect(requested.length).toBeGreaterThan(0);
      expect(
        requested.filter((path) => /\(?(?:Listing|ResourceRecord)Key (?:eq|in)|Property\('/.test(path)),
      ).toEqual([]);
    });

    it("refreshes what was changed, withdrawn, hidden and given another photo", async () => {
      change("price", 3, { price: 123_456 });
      change("withdraw", 4);
      change("photo", 5, {
        order: 2,
        file: feeds.server.market.mediaOf(change("price", 5, { price: 1 }))[0]?.file,
      });
      change("hide", 6);
      const run = await feeds.run(feed.id, "refresh");
      expect(run).toMatchObject({ state: "succeeded", removed: 1, rejected: 0 });
      await feeds.expectSame(feed.sourceId);
    });

    it("finds changes that are committed late within the overlap, and later ones by reconciling", async () => {
      const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
      await feeds.run(feed.id, "refresh");
      change("price", 10, { price: 777, at: minutesAgo(10) });
      await feeds.run(feed.id, "refresh");
      await feeds.expectSame(feed.sourceId);
      change("price", 11, { price: 888, at: minutesAgo(300) });
      await feeds.run(feed.id, "reconcile");
      await feeds.expectSame(feed.sourceId);
    });

    it("reads listings that share a time over the edges of pages", async () => {
      const at = new Date().toISOString().replace("Z", "4567Z");
      for (let nth = 20; nth < 40; nth++) change("fields", nth, { fields: { ListPrice: nth * 1000 }, at });
      const run = await feeds.run(feed.id, "refresh");
      expect(run).toMatchObject({ state: "succeeded", updated: 20 });
      await feeds.expectSame(feed.sourceId);
    });

    it("removes what is gone by reconciling, and knows it again when it comes back", async () => {
      const before = await feeds.db
        .selectFrom("listings")
        .select(["id", "listing_key"])
        .where("source_id", "=", feed.sourceId)
        .execute();
      const gone = change("remove", 12);
      change("remove", 12);
      const run = await feeds.run(feed.id, "reconcile");
      expect([run.state, run.removed]).toEqual(["succeeded", 2]);
      await feeds.expectSame(feed.sourceId);
      // The listing that an earlier test hides is still in the server's answers, but says itself that it is gone.
      const { market } = feeds.server;
      const shown = market
        .keys("Property")
        .filter((key) => market.get("Property", key)?.MlgCanView !== false);
      expect(shown).toHaveLength(market.size("Property") - 1);
      expect(await feeds.feedRow(feed.id)).toMatchObject({ missing: 0, offered: shown.length });
      feeds.server.changes.apply({ kind: "restore", key: gone }, Date.now());
      await feeds.run(feed.id, "refresh");
      await feeds.expectSame(feed.sourceId);
      const after = await feeds.db
        .selectFrom("listings")
        .select("id")
        .where("listing_key", "=", gone)
        .where("source_id", "=", feed.sourceId)
        .executeTakeFirst();
      expect(after?.id).toBe(before.find(({ listing_key }) => listing_key === gone)?.id);
    });

    it("keeps everything while the server answers nothing", async () => {
      const before = await feeds.storedListings(feed.sourceId);
      feeds.server.behaviours.empty = true;
      for (const kind of ["refresh", "reconcile"]) {
        const run = await feeds.run(feed.id, kind);
        expect([kind, run.state, run.removed]).toEqual([kind, kind === "refresh" ? "succeeded" : "held", 0]);
      }
      const row = await feeds.feedRow(feed.id);
      expect([row.error_code, row.missing]).toEqual(["removals_held", before.length]);
      expect(row.held_at).not.toBeNull();
      feeds.server.behaviours.empty = false;
      expect(await feeds.storedListings(feed.sourceId)).toEqual(before);
      await feeds.run(feed.id, "reconcile");
      expect((await feeds.feedRow(feed.id)).held_at).toBeNull();
      await feeds.expectSame(feed.sourceId);
    });

    it("fills agents and offices from the rosters, also when those alone change", async () => {
      const [key = ""] = feeds.server.market.keys("Property");
      const id = (
        await feeds.db
          .selectFrom("listings")
          .select("listing_id")
          .where("listing_key", "=", key)
          .where("source_id", "=", feed.sourceId)
          .executeTakeFirstOrThrow()
      ).listing_id;
      const detail = async () => (await feeds.lintel.call(`/api/properties/${id}`, { host })).body;
      const { host } = await feeds.lintel.createTenant(`broker-${made}-${Date.now()}`);
      const member = feeds.server.market.get("Property", key)?.ListAgentKey as string;
      const record = feeds.server.market.get("Member", member) as Record<string, unknown>;
      expect((await detail()).list_agent).toEqual({
        name: record.MemberFullName,
        phone: record.MemberPreferredPhone,
        email: record.MemberEmail,
      });
      feeds.server.market.put("Member", {
        ...record,
        MemberPreferredPhone: `555 ${made}`,
        ModificationTimestamp: new Date().toISOString(),
      });
      await feeds.run(feed.id, "refresh");
      expect((await detail()).list_agent.phone).toBe(`555 ${made}`);
    });
  });
});
