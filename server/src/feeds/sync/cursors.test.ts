import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FeedFixture, openFeedFixture } from "../../../test/harness/feed-sync-fixture.ts";
import { compareTimestamps } from "./cursors.ts";

const LISTINGS = 10;

describe("cursors of feeds", () => {
  let feeds: FeedFixture;
  let made = 0;
  beforeAll(async () => {
    feeds = await openFeedFixture({ listings: LISTINGS });
    feeds.keep();
  });
  beforeEach(() => feeds.reset());
  afterAll(() => feeds.close());

  const requested = (since: number) => feeds.server.log.since(0).slice(since);
  const count = () => requested(0).length;
  const restamp = (resource: "Property" | "Member", key: string, ModificationTimestamp: string, more = {}) =>
    feeds.server.market.put(resource, {
      ...feeds.server.market.get(resource, key),
      ...more,
      ModificationTimestamp,
    });

  it("the cursor of a list by links that another run reads to its end hides no change that came after its first page", async () => {
    await feeds.reset({ keyset: false, in_operator: false });
    for (const key of feeds.server.market.keys("Member"))
      restamp("Member", key, new Date(Date.now() - 3_600_000).toISOString());
    const values = { ...{ strategy: "next_link", media: "none", page_size: 5, overlap_minutes: 0 } };
    const before = count();
    const whole = await feeds.addFeed(`mls-${++made}`, { ...values, resources: ["Property", "Member"] });
    await feeds.run(whole.id, "initial");
    const pages = requested(before).map(({ path }) => path.includes("/Member?"));
    const third = pages.indexOf(true) + 2;
    expect(pages[third]).toBe(true);
    const listingPages = requested(before).filter(({ path }) => path.includes("/Property?")).length;
    await feeds.db.deleteFrom("feeds").execute();

    // Before the listings, which do not wait for them, and after these.
    const answered = (count: number) => Array(count).fill(undefined);
    feeds.server.behaviours.fail_next = [
      ...answered(third),
      "redirect",
      ...answered(listingPages),
      "redirect",
    ];
    const feed = await feeds.addFeed(`mls-${++made}`, { ...values, resources: ["Property", "Member"] });
    const failed = await feeds.run(feed.id, "initial");
    expect(failed).toMatchObject({ state: "failed", error_code: "redirected" });
    const keys = feeds.server.market.keys("Member").sort();
    const [first, last] = [keys[0] as string, keys.at(-1) as string];
    const at = failed.started_at.getTime() + 1;
    restamp("Member", first, new Date(at).toISOString(), { MemberPreferredPhone: "555 1" });
    restamp("Member", last, new Date(at + 1).toISOString(), { MemberPreferredPhone: "555 2" });
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded" });
    const phones = async () =>
      (
        await feeds.db
          .selectFrom("feed_agents")
          .select(["member_key", "roster_phone"])
          .where("source_id", "=", feed.sourceId)
          .where("member_key", "in", [first, last])
          .orderBy("member_key")
          .execute()
      ).map(({ roster_phone }) => roster_phone);
    expect(await phones()).toEqual(["(206) 555-0101", "555 2"]);
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded" });
    expect(await phones()).toEqual(["555 1", "555 2"]);
  });

  it("a link to another server is forgotten: the next run begins again", async () => {
    await feeds.reset({ keyset: false, in_operator: false });
    const feed = await feeds.addFeed(`mls-${++made}`, {
      ...{ strategy: "next_link", media: "none", page_size: 5, resources: ["Property"] },
    });
    feeds.server.behaviours.next_link_origin = "http://127.0.0.2:9";
    for (const kind of ["initial", "refresh"])
      expect(await feeds.run(feed.id, kind)).toMatchObject({ state: "failed", error_code: "bad_next_link" });
    feeds.server.behaviours.next_link_origin = null;
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded", read: LISTINGS });
  });

  it("a refresh that begins again, because a link to a next page is refused, reads its overlap again", async () => {
    await feeds.reset({ keyset: false, in_operator: false });
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const keys = feeds.server.market.keys("Member").sort();
    for (const key of keys) restamp("Member", key, minutesAgo(1));
    const feed = await feeds.addFeed(`mls-${++made}`, {
      ...{ strategy: "next_link", media: "none", page_size: 5, overlap_minutes: 20 },
      resources: ["Property", "Member"],
    });
    await feeds.run(feed.id, "initial");
    const before = count();
    await feeds.run(feed.id, "refresh");
    const link = requested(before).findIndex(
      ({ path }) => path.includes("/Member?") && path.includes("skiptoken"),
    );
    expect(link).toBeGreaterThan(0);

    const last = keys.at(-1) as string;
    restamp("Member", last, minutesAgo(10), { MemberPreferredPhone: "555 3" });
    feeds.server.behaviours.fail_next = [...Array(link).fill(undefined), "410"];
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded" });
    expect(feeds.server.behaviours.fail_next).toEqual([]);
    const agent = await feeds.db
      .selectFrom("feed_agents")
      .select("roster_phone")
      .where("source_id", "=", feed.sourceId)
      .where("member_key", "=", last)
      .executeTakeFirst();
    expect(agent?.roster_phone).toBe("555 3");
  });

  describe("in a process of another time zone", () => {
    const zone = process.env.TZ;
    beforeAll(() => {
      process.env.TZ = "America/Los_Angeles";
    });
    afterAll(() => {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    });

    it("timestamps without an offset are read as UTC in a process of another time zone, as the listings have them", async () => {
      expect(compareTimestamps("2026-01-01T00:00:00.1234", "2026-01-01T00:00:00.1234Z")).toBe(0);
      const keys = feeds.server.market.keys("Property");
      for (const key of keys) restamp("Property", key, "2026-03-01T00:00:00");
      const feed = await feeds.addFeed(`mls-${++made}`, {
        ...{ strategy: "timestamp", media: "none", resources: ["Property"] },
      });
      expect(await feeds.run(feed.id, "initial")).toMatchObject({ state: "succeeded", created: LISTINGS });
      restamp("Property", keys[0] as string, "2026-03-01T01:00:00", { ListPrice: 5 });
      expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded", updated: 1 });
    });
  });

  it("cursors of resources that refreshes take in turns are all moved, also when the ids of runs are three apart", async () => {
    const feed = await feeds.addFeed(`mls-${++made}`, { strategy: "timestamp", media: "none" });
    await feeds.run(feed.id, "initial");
    const others = /\/(Member|Office|OpenHouse)\?/;
    const before = count();
    const refreshes = () =>
      feeds.db
        .selectFrom("feed_runs")
        .select("id")
        .where("kind", "=", "refresh")
        .where("state", "=", "succeeded")
        .execute();
    for (let nth = 1; nth <= 2; nth++) {
      await feeds.makeDue(feed.id);
      await expect.poll(async () => (await refreshes()).length).toBe(nth);
      // As the runs of other feeds in between.
      for (let other = 0; other < 2; other++)
        await feeds.db
          .insertInto("feed_runs")
          .values({ feed_id: feed.id, kind: "initial", state: "failed", started_at: new Date() })
          .execute();
    }
    const read = requested(before).flatMap(({ path }) => others.exec(path)?.[1] ?? []);
    expect(read).toHaveLength(4);
    expect(new Set(read)).toEqual(new Set(["Member", "Office", "OpenHouse"]));
  });
});
