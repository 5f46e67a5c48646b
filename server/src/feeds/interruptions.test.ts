import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type FeedFixture, openFeedFixture } from "../../test/harness/feed-sync-fixture.ts";
import { startRun } from "../../test/harness/started-run.ts";
import { LeaseLost } from "../leases/index.ts";
import { seal } from "../platform/crypto/seal.ts";
import { DiskFull } from "../platform/disk-space.ts";
import { FeedChanged } from "./client/feed-error.ts";
import { executeRun } from "./sync/execute-run.ts";
import { openSync } from "./sync/open-sync.ts";

const LISTINGS = 10;

describe("runs of feeds that errors interrupt", () => {
  let feeds: FeedFixture;
  let feed: Awaited<ReturnType<FeedFixture["addFeed"]>>;
  let end = async () => {};
  let made = 0;
  beforeAll(async () => {
    feeds = await openFeedFixture({ listings: LISTINGS });
  });
  beforeEach(async () => {
    await end();
    await feeds.reset();
    feed = await feeds.addFeed(`mls-${++made}`, {
      ...{ strategy: "timestamp", media: "none", resources: ["Property"] },
    });
  });
  afterAll(() => feeds.close());
  const keep = ({ threads = false } = {}) => {
    end = feeds.keep(feeds.lintel.services, { retryMs: 10, threads });
  };

  it("end as failed, with a code and a sentence, when the errors go on, and the next run goes on", async () => {
    keep();
    await feeds.run(feed.id, "initial");
    await feeds.statement("alter table feed_runs add constraint refuse check (phase <> 'refresh')");
    try {
      const run = await feeds.run(feed.id, "refresh");
      expect(run).toMatchObject({ state: "failed", error_code: "internal_error", requests: 0 });
      expect(run.error_message).toMatch(/log/);
    } finally {
      await feeds.statement("alter table feed_runs drop constraint refuse");
    }
    expect(await feeds.feedRow(feed.id)).toMatchObject({ error_code: "internal_error" });
    expect(await feeds.run(feed.id, "refresh")).toMatchObject({ state: "succeeded" });
    expect(await feeds.feedRow(feed.id)).toMatchObject({ error_code: null });
  });

  it("go on where they were as soon as the disk has space, however often it is full", async () => {
    const resources = ["Property", "Member"];
    const large = await feeds.addFeed(`mls-${++made}`, { strategy: "timestamp", page_size: 5, resources });
    const refused: string[] = [];
    const space = vi.spyOn(feeds.lintel.services.disk, "requireSpace").mockImplementation(async () => {
      const path = feeds.server.log.since(0).at(-1)?.path ?? "";
      const resource = resources.find((name) => path.includes(`/${name}`)) ?? path;
      if (refused.filter((each) => each === resource).length === 2) return;
      refused.push(resource);
      throw new DiskFull();
    });
    keep({ threads: true });
    try {
      const run = await feeds.run(large.id, "initial");
      expect(run).toMatchObject({ state: "succeeded", read: LISTINGS, created: LISTINGS });
    } finally {
      space.mockRestore();
    }
    expect(refused.toSorted()).toEqual(["Member", "Member", "Property", "Property"]);
    await feeds.expectSame(large.sourceId);
  });

  it("end as failed at once when the stored secret cannot be opened", async () => {
    keep();
    const sealed_secret = await seal(Buffer.alloc(32, 1), "another key");
    await feeds.db.updateTable("feeds").set({ sealed_secret }).where("id", "=", feed.id).execute();
    const run = await feeds.run(feed.id, "initial");
    expect(run).toMatchObject({ state: "failed", error_code: "secret_unreadable", requests: 0 });
    expect(run.error_message).toMatch(/ENCRYPTION_KEY/);
  });

  it("note nothing of their end when another process has taken over, or the feed was changed", async () => {
    const parts = await startRun(feeds, feed.id, "initial");
    const going = async () => [
      (await feeds.runRow(parts.run.id)).state,
      (await feeds.feedRow(feed.id)).error_code,
    ];
    const stolen = { ...parts.lease, holder: randomUUID() };
    feeds.server.behaviours.fail_next = ["redirect"];
    await expect(executeRun({ ...parts, lease: stolen })).rejects.toThrow(LeaseLost);
    expect(await going()).toEqual(["running", null]);
    await feeds.db.updateTable("feeds").set({ version: sql`version + 1` }).execute();
    feeds.server.behaviours.fail_next = ["redirect"];
    await expect(executeRun(parts)).rejects.toThrow(FeedChanged);
    expect(await going()).toEqual(["running", null]);
    await parts.lease.end();
  });

  it("store no listing after their feed was deleted", async () => {
    const parts = await startRun(feeds, feed.id, "initial");
    const { writer } = await openSync(parts);
    await feeds.db.deleteFrom("feeds").where("id", "=", feed.id).execute();
    const [key = ""] = feeds.server.market.keys("Property");
    const record = feeds.server.market.get("Property", key) as Record<string, unknown>;
    await expect(writer.store([record])).rejects.toThrow(FeedChanged);
    expect(await feeds.storedListings(feed.sourceId)).toEqual([]);
    await parts.lease.end();
  });
});
