import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FeedFixture, openFeedFixture } from "../../../test/harness/feed-sync-fixture.ts";
import { openSecondProcess } from "../../../test/harness/second-process.ts";
import { ownContext } from "../../services.ts";
import { runFeedHere } from "../feed-commands.ts";
import { FeedKeeper } from "../feed-keeper.ts";

const LISTINGS = 60;

describe("runs of feeds that are interrupted", () => {
  let feeds: FeedFixture;
  let feed: Awaited<ReturnType<FeedFixture["addFeed"]>>;
  let end: () => Promise<void>;
  let made = 0;
  beforeAll(async () => {
    feeds = await openFeedFixture({ listings: LISTINGS });
  });
  beforeEach(async () => {
    await feeds.reset();
    end = feeds.keep();
  });
  afterEach(() => end());
  afterAll(() => feeds.close());

  const add = async (values: object = {}) => {
    feed = await feeds.addFeed(`mls-${++made}`, { strategy: "timestamp", page_size: 5, ...values });
    return feed;
  };
  const requests = (pattern: RegExp) =>
    feeds.server.log.since(0).filter(({ path }) => pattern.test(path)).length;
  const stored = async () => (await feeds.storedListings(feed.sourceId)).length;

  it.each(["timestamp", "next_link", "entity_event"])(
    "a load by %s goes on at the last page, under its id, each time its process ends",
    async (strategy) => {
      await add({ strategy });
      const run = await feeds.request(feed.id, "initial");
      const before = requests(/\/Property\?/);
      for (const share of [10, 25, 40]) {
        await expect.poll(stored, { timeout: 60_000, interval: 10 }).toBeGreaterThanOrEqual(share);
        await end();
        end = feeds.keep();
      }
      const row = await feeds.ended(run);
      expect(row).toMatchObject({
        state: "succeeded",
        read: LISTINGS,
        created: LISTINGS,
        error_message: null,
      });
      await feeds.expectSame(feed.sourceId);
      // Of 12 pages, one or two are read again after each of three ends, and some requests choose the strategy.
      expect(requests(/\/Property\?/) - before).toBeLessThan(12 + 3 * 3 + 4);
    },
  );

  it("a load in a thread of its own is stopped and goes on like any other", async () => {
    await end();
    end = feeds.keep(feeds.lintel.services, { threads: true });
    await add({ per_second: 30, resources: ["Property", "Member"] });
    const run = await feeds.request(feed.id, "initial");
    await expect.poll(stored, { timeout: 60_000, interval: 10 }).toBeGreaterThanOrEqual(10);
    await end();
    expect((await feeds.runRow(run)).state).toBe("running");
    end = feeds.keep(feeds.lintel.services, { threads: true });
    expect(await feeds.ended(run)).toMatchObject({ state: "succeeded", read: LISTINGS, created: LISTINGS });
    await feeds.expectSame(feed.sourceId);
    await feeds.db.updateTable("feeds").set({ base_url: "http://127.0.0.2:9/x" }).execute();
    const failed = await feeds.run(feed.id, "reconcile");
    expect(failed).toMatchObject({ state: "failed", error_code: "bad_address" });
  });

  it("of two processes one keeps a feed, and the other goes on when that one ends", async () => {
    const second = await openSecondProcess(feeds.lintel);
    const endSecond = feeds.keep(second.services);
    await add({ per_second: 50 });
    const run = await feeds.request(feed.id, "initial");
    await expect.poll(stored, { timeout: 60_000, interval: 10 }).toBeGreaterThan(5);
    await end();
    const row = await feeds.ended(run);
    expect(row).toMatchObject({ state: "succeeded", read: LISTINGS, created: LISTINGS });
    await feeds.expectSame(feed.sourceId);
    await endSecond();
    await second.close();
  });

  it("goes on at the cursor after a failure of the server", async () => {
    await add({ resources: ["Property"], media: "none" });
    const run = await feeds.request(feed.id, "initial");
    await expect.poll(stored, { timeout: 60_000, interval: 10 }).toBeGreaterThan(10);
    feeds.server.behaviours.fail_next = ["500", "html", "truncated"];
    const failed = await feeds.ended(run);
    expect(failed).toMatchObject({ state: "failed", error_code: "bad_reply" });
    expect(failed.read).toBeLessThan(LISTINGS);
    expect(await feeds.feedRow(feed.id)).toMatchObject({ error_code: "bad_reply", loaded_at: null });
    const next = await feeds.run(feed.id, "initial");
    expect(next).toMatchObject({ state: "succeeded", read: LISTINGS - failed.read });
    expect(await feeds.feedRow(feed.id)).toMatchObject({ error_code: null, offered: LISTINGS });
  });

  it("waits for Retry-After and goes on in the same run, which is shown meanwhile", async () => {
    await add();
    feeds.server.behaviours.retry_after = { seconds: 2 };
    feeds.server.behaviours.fail_next = ["429", "503"];
    const run = await feeds.request(feed.id, "initial");
    await expect
      .poll(async () => (await feeds.feedRow(feed.id)).wait_until, { timeout: 20_000 })
      .not.toBeNull();
    expect(await feeds.ended(run)).toMatchObject({ state: "succeeded", read: LISTINGS });
    expect((await feeds.feedRow(feed.id)).wait_until).toBeNull();
  });

  it("ends when the feed is disabled, and sends nothing more", async () => {
    await add({ per_second: 4 });
    const run = await feeds.request(feed.id, "initial");
    await expect.poll(stored, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0);
    await feeds.db.updateTable("feeds").set({ enabled: false }).where("id", "=", feed.id).execute();
    expect(await feeds.ended(run)).toMatchObject({ state: "failed", error_code: null });
    const sent = requests(/./);
    const another = await feeds.request(feed.id, "refresh");
    expect(await feeds.ended(another)).toMatchObject({ state: "failed", requests: 0 });
    expect(requests(/./)).toBe(sent);
  });

  it("goes on with the new configuration when the feed is changed in between", async () => {
    await add({ per_second: 20, resources: ["Property"], media: "none" });
    const run = await feeds.request(feed.id, "initial");
    await expect.poll(stored, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0);
    // As PATCH does where what is read changes.
    await feeds.db
      .updateTable("feeds")
      .set({
        filter: "ListPrice gt 0",
        cursors: "{}",
        loaded_at: null,
        metadata: null,
        chosen_strategy: null,
        version: sql`version + 1`,
      })
      .where("id", "=", feed.id)
      .execute();
    expect(await feeds.ended(run)).toMatchObject({ state: "succeeded" });
    const pages = feeds.server.log.since(0).filter(({ path }) => path.includes("/Property?"));
    expect(pages.filter(({ path }) => path.includes("ListPrice%20gt%200")).length).toBeGreaterThanOrEqual(12);
    expect(await stored()).toBe(LISTINGS);
  });

  it("ends when the feed is deleted", async () => {
    await add({ per_second: 4 });
    await feeds.request(feed.id, "initial");
    await expect.poll(stored, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0);
    await feeds.db.deleteFrom("feeds").where("id", "=", feed.id).execute();
    const sent = requests(/./);
    await end();
    end = feeds.keep();
    expect(requests(/./)).toBeLessThanOrEqual(sent + 1);
  });

  it("are carried out by the command that requests them where no process keeps feeds", async () => {
    await end();
    const { services } = feeds.lintel;
    services.feeds.keeper = new FeedKeeper();
    const { source } = await add({ per_second: 30, resources: ["Property"] });
    let reports = 0;
    const command = { source, kind: "initial" } as const;
    const run = await runFeedHere(ownContext(services, "command"), command, () => reports++);
    expect(run).toMatchObject({ state: "succeeded", created: LISTINGS });
    expect(reports).toBeGreaterThan(0);
    expect(services.feeds.keeper.isStarted).toBe(false);
  });

  it("leave the list 30 days after their end", async () => {
    await add({ enabled: false });
    const now = Date.now();
    const daysAgo = (days: number) => new Date(now - days * 86_400_000);
    const failed = { feed_id: feed.id, kind: "refresh", state: "failed" };
    const times = [31, 29].map((days) => ({ started_at: daysAgo(days), finished_at: daysAgo(days) }));
    await feeds.db
      .insertInto("feed_runs")
      .values(times.map((at) => ({ ...failed, ...at })))
      .execute();
    await feeds.db.updateTable("feeds").set({ enabled: true }).where("id", "=", feed.id).execute();
    await feeds.run(feed.id, "initial");
    const left = feeds.db.selectFrom("feed_runs").select("started_at").where("feed_id", "=", feed.id);
    expect(await left.where("state", "=", "failed").execute()).toEqual([{ started_at: daysAgo(29) }]);
  });

  it("begins by itself when it is due, reads all of a requested load again, and reconciles when that is due", async () => {
    await add();
    const due = (values: object) => feeds.makeDue(feed.id, values);
    const runs = async () => {
      const rows = await feeds.db
        .selectFrom("feed_runs")
        .select(["kind", "state", "requests"])
        .where("feed_id", "=", feed.id)
        .orderBy("id")
        .execute();
      return rows;
    };
    const count = (kind: string) => async () =>
      (await runs()).filter((run) => run.kind === kind && run.state === "succeeded").length;
    await due({});
    await expect.poll(count("initial"), { timeout: 60_000 }).toBe(1);
    await feeds.db.updateTable("feeds").set({ page_size: null }).execute();
    await due({});
    await expect.poll(count("refresh"), { timeout: 60_000 }).toBe(1);
    expect((await runs()).at(-1)?.requests).toBeLessThanOrEqual(3);
    const overdue = { last_reconcile_at: new Date(0) };
    const metadata = feeds.server.behaviours.resources;
    feeds.server.behaviours.resources = [];
    await due(overdue);
    await expect
      .poll(async () => (await runs()).at(-1), { timeout: 60_000 })
      .toMatchObject({ kind: "reconcile", state: "failed" });
    feeds.server.behaviours.resources = metadata;
    await due({});
    await expect.poll(count("refresh"), { timeout: 60_000 }).toBe(2);
    await due({});
    await expect.poll(count("reconcile"), { timeout: 60_000 }).toBe(1);
    expect(await feeds.run(feed.id, "initial")).toMatchObject({
      state: "succeeded",
      read: LISTINGS,
      unchanged: LISTINGS,
    });
  });
});
