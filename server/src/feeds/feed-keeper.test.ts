import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FeedFixture, openFeedFixture } from "../../test/harness/feed-sync-fixture.ts";

const LISTINGS = 10;

describe("FeedKeeper", () => {
  let feeds: FeedFixture;
  let end: () => Promise<void>;
  let threads = 0;
  const countThread = () => void threads++;
  beforeAll(async () => {
    feeds = await openFeedFixture({ listings: LISTINGS });
    process.on("worker", countThread);
  });
  beforeEach(async () => {
    await feeds.reset();
  });
  afterEach(() => end());
  afterAll(async () => {
    process.off("worker", countThread);
    await feeds.close();
  });

  /** The end of a run, and how many threads it was given. */
  const run = async (feedId: number, kind: string) => {
    const before = threads;
    const { state, read } = await feeds.run(feedId, kind);
    return { state, read, threads: threads - before };
  };
  const add = () => feeds.addFeed("mls", { strategy: "timestamp", page_size: 5, resources: ["Property"] });

  it("gives a thread to a refresh of a feed that was never loaded, and none to the next one", async () => {
    end = feeds.keep(feeds.lintel.services, { threads: true });
    const { id } = await add();
    expect(await run(id, "refresh")).toEqual({ state: "succeeded", read: LISTINGS, threads: 1 });
    expect(await run(id, "refresh")).toMatchObject({ state: "succeeded", threads: 0 });
    expect(await run(id, "reconcile")).toMatchObject({ state: "succeeded", threads: 1 });
  });

  /** A feed, and the load of another one, whose server hangs, in the only thread that there may be. */
  const besideLoad = async () => {
    end = feeds.keep(feeds.lintel.services, { threads: true, threadsAtOnce: 1 });
    const { id } = await add();
    await run(id, "initial");
    const slow = await feeds.addFeed("slow", { resources: ["Property"] });
    feeds.server.behaviours.fail_next = ["hang"];
    const load = await feeds.request(slow.id, "initial");
    await expect.poll(() => feeds.server.behaviours.fail_next, { timeout: 20_000 }).toEqual([]);
    return { id, load };
  };

  it("refreshes feeds while all threads are in use", async () => {
    const { id, load } = await besideLoad();
    expect(await run(id, "refresh")).toMatchObject({ state: "succeeded", threads: 0 });
    expect((await feeds.runRow(load)).state).toBe("running");
    // One that waits for a thread ends when its feed is disabled.
    const waiting = await feeds.request(id, "reconcile");
    await feeds.db.updateTable("feeds").set({ enabled: false }).where("id", "=", id).execute();
    expect(await feeds.ended(waiting)).toMatchObject({ state: "failed", requests: 0 });
    expect((await feeds.runRow(load)).state).toBe("running");
  });

  it("refreshes feeds while more long runs wait for a thread than run at once", async () => {
    const { id, load } = await besideLoad();
    const waiting = Array.from({ length: 70 }, async (_, nth) => {
      const feed = await feeds.addFeed(`waiting-${nth}`, { resources: ["Property"] });
      await feeds.request(feed.id, "initial");
    });
    await Promise.all(waiting);
    expect(await run(id, "refresh")).toMatchObject({ state: "succeeded", threads: 0 });
    expect((await feeds.runRow(load)).state).toBe("running");
  });

  it.each([true, false])(
    "leaves no bytes reserved for a request that it has aborted (in a thread: %s)",
    async (threads) => {
      const stop = feeds.keep(feeds.lintel.services, { threads });
      end = stop;
      const { id } = await add();
      feeds.server.behaviours.fail_next = ["hang"];
      await feeds.request(id, "initial");
      await expect.poll(() => feeds.server.behaviours.fail_next, { timeout: 20_000 }).toEqual([]);
      const reserved = async () =>
        (await feeds.db.selectFrom("feed_spending").select("reserved_bytes").execute()).reduce(
          (sum, row) => sum + Number(row.reserved_bytes),
          0,
        );
      expect(await reserved()).toBeGreaterThan(0);
      await stop();
      expect(await reserved()).toBe(0);
    },
  );

  it("gives a refresh a thread when a reply is larger than this process reads, and the next one at once", async () => {
    end = feeds.keep(feeds.lintel.services, { threads: true, maxReplyHere: 1000 });
    const { id } = await add();
    await run(id, "initial");
    const [key = ""] = feeds.server.market.keys("Property");
    const refreshed = async (price: number) => {
      feeds.server.changes.apply({ kind: "price", key, price }, Date.now());
      const before = feeds.server.log.since(0).length;
      expect(await run(id, "refresh")).toMatchObject({ state: "succeeded", threads: 1 });
      const stored = feeds.db.selectFrom("listings").select("list_price").where("listing_key", "=", key);
      expect(await stored.execute()).toEqual([{ list_price: price }]);
      return feeds.server.log.since(0).length - before;
    };
    expect(await refreshed(777)).toBeGreaterThan(1);
    expect(await refreshed(778)).toBe(1);
    expect((await feeds.feedRow(id)).error_code).toBeNull();
  });
});
