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

  it("refreshes feeds while all threads are in use", async () => {
    end = feeds.keep(feeds.lintel.services, { threads: true, threadsAtOnce: 1 });
    const { id } = await add();
    await run(id, "initial");
    const slow = await feeds.addFeed("slow", { resources: ["Property"] });
    feeds.server.behaviours.fail_next = ["hang"];
    const load = await feeds.request(slow.id, "initial");
    await expect.poll(() => feeds.server.behaviours.fail_next, { timeout: 20_000 }).toEqual([]);
    expect(await run(id, "refresh")).toMatchObject({ state: "succeeded", threads: 0 });
    expect((await feeds.runRow(load)).state).toBe("running");
    // One that waits for a thread ends when its feed is disabled.
    const waiting = await feeds.request(id, "reconcile");
    await feeds.db.updateTable("feeds").set({ enabled: false }).where("id", "=", id).execute();
    expect(await feeds.ended(waiting)).toMatchObject({ state: "failed", requests: 0 });
    expect((await feeds.runRow(load)).state).toBe("running");
  });

  it("gives a refresh a thread when a reply is larger than this process reads", async () => {
    end = feeds.keep(feeds.lintel.services, { threads: true, maxReplyHere: 1000 });
    const { id } = await add();
    await run(id, "initial");
    const key = feeds.server.market.keys("Property")[0] as string;
    feeds.server.changes.apply({ kind: "price", key, price: 777 }, Date.now());
    expect(await run(id, "refresh")).toMatchObject({ state: "succeeded", threads: 1 });
    expect((await feeds.feedRow(id)).error_code).toBeNull();
    expect(
      await feeds.db.selectFrom("listings").select("id").where("list_price", "=", 777).execute(),
    ).toHaveLength(1);
  });
});
