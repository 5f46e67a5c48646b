import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import type { Feeds } from "../../platform/database/types.generated.ts";
import { FeedStopped } from "./feed-error.ts";
import { SharedBudget, windows } from "./shared-budget.ts";

const MINUTE = 60_000;

describe("SharedBudget", () => {
  let database: TestDatabase;
  let feedId: number;
  let stop: AbortController;
  beforeAll(async () => {
    database = await openTestDatabase();
    const { id } = await database.db
      .insertInto("sources")
      .values({ name: "mls" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const made = await database.db
      .insertInto("feeds")
      .values({ source_id: id, base_url: "", auth_type: "bearer", sealed_secret: "", resources: [] })
      .returning("id")
      .executeTakeFirstOrThrow();
    feedId = made.id;
  });
  beforeEach(() => {
    stop = new AbortController();
  });
  afterEach(async () => {
    stop.abort();
    await database.db.deleteFrom("feed_spending").execute();
    await set({
      per_second: null,
      per_hour: null,
      per_day: null,
      bytes_per_hour: null,
      enabled: true,
      wait_until: null,
    });
  });
  afterAll(() => database.close());

  const set = (values: Partial<{ [F in keyof Feeds]: unknown }>) =>
    database.db
      .updateTable("feeds")
      .set(values as object)
      .where("id", "=", feedId)
      .execute();
  const budget = () => new SharedBudget(database.db, feedId);
  const spend = (minutesAgo: number, requests: number, bytes = 0) =>
    sql`insert into feed_spending (feed_id, minute, requests, bytes)
      values (${feedId}, date_trunc('minute', clock_timestamp()) - ${minutesAgo} * interval '1 minute', ${requests}, ${bytes})`.execute(
      database.db,
    );
  /** Whether a request may be sent now: else the feed is marked as waiting. */
  const isGranted = async (expected = 0) => {
    await set({ wait_until: null });
    const waiting = new AbortController();
    const taken = budget()
      .take(expected, AbortSignal.any([stop.signal, waiting.signal]))
      .then(
        () => true,
        () => false,
      );
    const held = expect
      .poll(
        async () =>
          (await database.db.selectFrom("feeds").select("wait_until").executeTakeFirstOrThrow()).wait_until,
        { timeout: 20_000 },
      )
      .not.toBeNull()
      .then(
        () => false,
        () => false,
      );
    const granted = await Promise.race([taken, held]);
    waiting.abort();
    return granted;
  };
  const counted = () => database.db.selectFrom("feed_spending").select(["requests", "bytes"]).execute();

  it("counts requests, and the bytes of their replies instead of those expected", async () => {
    const first = await budget().take(0, stop.signal);
    await first.received(700);
    const second = await budget().take(1000, stop.signal);
    const sum = async (field: "requests" | "bytes") =>
      (await counted()).reduce((total, row) => total + Number(row[field]), 0);
    expect([await sum("requests"), await sum("bytes")]).toEqual([2, 1700]);
    await second.received(400);
    expect(await sum("bytes")).toBe(1100);
  });

  it("has no hour with more requests than per_hour, also across the edges of minutes", async () => {
    await set({ per_hour: 10 });
    await spend(60, 10);
    expect(await isGranted()).toBe(false);
    await database.db.deleteFrom("feed_spending").execute();
    await spend(62, 10);
    expect(await isGranted()).toBe(true);
  });

  it("has no day with more requests than per_day", async () => {
    await set({ per_day: 10 });
    await spend(24 * 60, 10);
    expect(await isGranted()).toBe(false);
    await database.db.deleteFrom("feed_spending").execute();
    await spend(24 * 60 + 2, 10);
    expect(await isGranted()).toBe(true);
  });

  it("lets no reply begin that is expected to exceed bytes_per_hour", async () => {
    await set({ bytes_per_hour: 1000 });
    await spend(1, 1, 600);
    expect(await isGranted(500)).toBe(false);
    expect(await isGranted(400)).toBe(true);
    await database.db.deleteFrom("feed_spending").execute();
    expect(await isGranted(5000)).toBe(true);
  });

  it("covers more than the hour and the day before any moment", () => {
    for (const now of [0, 1, 59_999, 30_000].map((ms) => 1_800_000_000_000 + ms)) {
      expect(now - windows(now).hourFrom).toBeGreaterThan(60 * MINUTE);
      expect(now - windows(now).dayFrom).toBeGreaterThan(24 * 60 * MINUTE);
    }
  });

  it("gives turns that are a second's share apart, to all processes together", async () => {
    await set({ per_second: 20 });
    const clock = async (time: "clock_timestamp()" | "next_request_at") => {
      const { rows } = await sql<{ ms: number }>`
        select (extract(epoch from ${sql.raw(time)}) * 1000)::float8 as ms from feeds`.execute(database.db);
      return rows[0]?.ms as number;
    };
    const began = await clock("clock_timestamp()");
    await Promise.all(Array.from({ length: 12 }, () => budget().take(0, stop.signal)));
    expect((await clock("next_request_at")) - began).toBeGreaterThanOrEqual(12 * 60);
  });

  it("holds all requests back until the end of a pause", async () => {
    await budget().pause(60_000);
    const waiting = new AbortController();
    const taken = budget().take(0, waiting.signal);
    taken.catch(() => {});
    await budget().pause(1000);
    const { rows } = await sql<{ left: number }>`
      select extract(epoch from wait_until - clock_timestamp())::float8 as left from feeds`.execute(
      database.db,
    );
    expect(rows[0]?.left).toBeGreaterThan(30);
    expect(await counted()).toEqual([]);
    waiting.abort();
    await expect(taken).rejects.toThrow();
  });

  it("grants nothing once the feed is disabled or deleted", async () => {
    await set({ enabled: false });
    await expect(budget().take(0, stop.signal)).rejects.toThrow(FeedStopped);
    await expect(new SharedBudget(database.db, feedId + 1).take(0, stop.signal)).rejects.toThrow(FeedStopped);
  });
});
