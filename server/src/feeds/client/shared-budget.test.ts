import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import type { Feeds } from "../../platform/database/types.generated.ts";
import { windows } from "./budget-limits.ts";
import { FeedStopped } from "./feed-error.ts";
import { type Purpose, SharedBudget } from "./shared-budget.ts";

const MINUTE = 60_000;
const RUN = 7;

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
      wait_reason: null,
      next_request_at: null,
      largest_reply: 0,
    });
  });
  afterAll(() => database.close());

  const set = (values: Partial<{ [F in keyof Feeds]: unknown }>) =>
    database.db
      .updateTable("feeds")
      .set(values as object)
      .where("id", "=", feedId)
      .execute();
  const budget = (purpose: Purpose = RUN) => new SharedBudget(database.db, feedId, purpose);
  const page = (expected = 0, most = 10_000) => ({ kind: "page" as const, expected, most });
  const spend = (minutesAgo: number, requests: number, bytes = 0) =>
    sql`insert into feed_spending (feed_id, minute, requests, bytes)
      values (${feedId}, date_trunc('minute', clock_timestamp()) - ${minutesAgo} * interval '1 minute', ${requests}, ${bytes})`.execute(
      database.db,
    );
  /** Whether a request may be sent now: else the feed is marked as waiting. */
  const isGranted = async (expected = 0, purpose: Purpose = RUN) => {
    await set({ wait_until: null });
    const waiting = new AbortController();
    const taken = budget(purpose)
      .take(page(expected), AbortSignal.any([stop.signal, waiting.signal]))
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
    const first = await budget().take(page(), stop.signal);
    await first.received(700);
    const second = await budget().take(page(0, 1000), stop.signal);
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

  it("lets a reply have what is left of bytes_per_hour, and two replies at once no more than that", async () => {
    await set({ bytes_per_hour: 1000 });
    await spend(1, 1, 100);
    const first = await budget().take(page(0, 600), stop.signal);
    const second = await budget().take(page(), stop.signal);
    expect([first.maxBytes, second.maxBytes]).toEqual([600, 300]);
    expect(await isGranted()).toBe(false);
    await first.received(200);
    await second.received(300);
    expect((await budget().take(page(), stop.signal)).maxBytes).toBe(400);
  });

  it("expects a page to be as large as the last ones of the feed", async () => {
    await set({ bytes_per_hour: 10_000 });
    const first = await budget().take(page(), stop.signal);
    await first.received(4000);
    await spend(1, 1, 3000);
    expect(await isGranted()).toBe(false);
    const token = { kind: "token", expected: 0, most: 1000 } as const;
    await set({ wait_until: null });
    expect((await budget().take(token, stop.signal)).maxBytes).toBe(1000);
  });

  it("keeps a part of the hour, the day and the bytes for runs, which do not wait when photos do", async () => {
    for (const limit of ["per_hour", "per_day"] as const) {
      await set({ [limit]: 10 });
      await spend(limit === "per_hour" ? 1 : 120, 8);
      expect([limit, await isGranted(0, "photos")]).toEqual([limit, false]);
      await (await budget().take(page(), stop.signal)).release();
      await database.db.deleteFrom("feed_spending").execute();
      expect([limit, await isGranted(0, "photos")]).toEqual([limit, true]);
      await set({ [limit]: null });
    }
    await database.db.deleteFrom("feed_spending").execute();
    await set({ bytes_per_hour: 1000 });
    await spend(1, 1, 700);
    expect((await budget("photos").take(page(), stop.signal)).maxBytes).toBe(100);
    expect(await isGranted(0, "photos")).toBe(false);
    expect((await budget().take(page(), stop.signal)).maxBytes).toBe(200);
    await database.db.deleteFrom("feed_spending").execute();
    await set({ largest_reply: 700 });
    await spend(1, 1, 300);
    expect(await isGranted(0, "photos")).toBe(false);
    expect(await isGranted(0)).toBe(true);
  });

  it("takes back what is not sent", async () => {
    await set({ bytes_per_hour: 1000 });
    const turn = await budget().take(page(), stop.signal);
    await turn.release();
    expect(await counted()).toEqual([{ requests: 0, bytes: 0 }]);
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
    await Promise.all(Array.from({ length: 12 }, () => budget().take(page(), stop.signal)));
    expect((await clock("next_request_at")) - began).toBeGreaterThanOrEqual(12 * 60);
  });

  const requests = async () => (await counted()).reduce((sum, row) => sum + row.requests, 0);
  /** A turn that was given and has not begun yet; its begin is at most a second away. */
  const openTurn = async () => {
    for (;;) {
      await set({ wait_until: null, next_request_at: new Date(Date.now() + 900) });
      const before = await requests();
      const state = { isGranted: false };
      const taken = budget()
        .take(page(), stop.signal)
        .then(() => {
          state.isGranted = true;
        });
      taken.catch(() => {});
      await expect.poll(async () => state.isGranted || (await requests()) > before).toBe(true);
      if (!state.isGranted) return { before, taken, state };
    }
  };

  it("gives another turn to a request that would be sent late", async () => {
    await set({ per_second: 2 });
    const clock = async () => {
      const { rows } = await sql<{ now: number; next: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
          (extract(epoch from next_request_at) * 1000)::float8 as next
        from feeds`.execute(database.db);
      return rows[0] as { now: number; next: number };
    };
    for (;;) {
      const { taken, state } = await openTurn();
      const { now } = await clock();
      const until = performance.now() + 1500;
      if (state.isGranted) continue;
      // Nothing else runs in this process.
      while (performance.now() < until);
      await taken;
      expect((await clock()).next - now).toBeGreaterThanOrEqual(1500 + 500);
      return;
    }
  });

  it("takes a turn back when the server has asked another request for a pause", async () => {
    await set({ per_second: 2 });
    for (;;) {
      const { before, taken, state } = await openTurn();
      await budget().pause(60_000);
      if (state.isGranted) continue;
      await expect.poll(requests, { timeout: 20_000 }).toBe(before);
      expect(state.isGranted).toBe(false);
      stop.abort();
      await expect(taken).rejects.toThrow();
      return;
    }
  });

  it("gives the next turn to a run though photos have asked for it before", async () => {
    await set({ per_second: 2 });
    const order = async () => {
      await set({ next_request_at: new Date(Date.now() + 900) });
      const granted: string[] = [];
      await Promise.all([
        budget("photos")
          .take(page(), stop.signal)
          .then(() => granted.push("photos")),
        budget()
          .take(page(), stop.signal)
          .then(() => granted.push("run")),
      ]);
      return granted;
    };
    // On a busy machine the run may ask too late.
    await expect.poll(order, { timeout: 30_000 }).toEqual(["run", "photos"]);
  });

  it("gives turns to photos although a run takes all that it can", async () => {
    await set({ per_second: 5 });
    const ended = new AbortController();
    const run = async () => {
      while (!ended.signal.aborted) await budget().take(page(), ended.signal);
    };
    const runs = Promise.allSettled([run(), run(), run()]);
    await budget("photos").take(page(), stop.signal);
    ended.abort();
    await runs;
  });

  it("holds all requests back until the end of a pause", async () => {
    await budget().pause(60_000);
    const waiting = new AbortController();
    const taken = budget().take(page(), waiting.signal);
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
    await expect(budget().take(page(), stop.signal)).rejects.toThrow(FeedStopped);
    await expect(new SharedBudget(database.db, feedId + 1, RUN).take(page(), stop.signal)).rejects.toThrow(
      FeedStopped,
    );
  });
});
