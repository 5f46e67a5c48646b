import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { useBudget } from "../../../test/harness/budget-fixture.ts";
import { FeedStopped } from "./feed-error.ts";
import { SharedBudget } from "./shared-budget.ts";

describe("The turns of a SharedBudget", () => {
  const shared = useBudget();
  const { set, budget, page, requests } = shared;

  it("gives turns that are a second's share apart, to all processes together", async () => {
    await set({ per_second: 20 });
    const clock = async (time: "clock_timestamp()" | "next_request_at") => {
      const { rows } = await sql<{ ms: number }>`
        select (extract(epoch from ${sql.raw(time)}) * 1000)::float8 as ms from feeds`.execute(
        shared.fixture.db,
      );
      return rows[0]?.ms as number;
    };
    const began = await clock("clock_timestamp()");
    await Promise.all(Array.from({ length: 12 }, () => budget().take(page(), shared.stop.signal)));
    expect((await clock("next_request_at")) - began).toBeGreaterThanOrEqual(12 * 60);
  });

  /** A turn that was given and has not begun yet; its begin is at most a second away. */
  const openTurn = async () => {
    for (;;) {
      await set({ wait_until: null, next_request_at: new Date(Date.now() + 900) });
      const before = await requests();
      const state = { isGranted: false };
      const taken = budget()
        .take(page(), shared.stop.signal)
        .then(() => {
          state.isGranted = true;
        });
      taken.catch(() => {});
      await expect
        .poll(async () => state.isGranted || (await requests()) > before, { timeout: 20_000 })
        .toBe(true);
      if (!state.isGranted) return { before, taken, state };
    }
  };

  it("gives another turn to a request that would be sent late", async () => {
    await set({ per_second: 2 });
    const clock = async () => {
      const { rows } = await sql<{ now: number; next: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
          (extract(epoch from next_request_at) * 1000)::float8 as next
        from feeds`.execute(shared.fixture.db);
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
      shared.stop.abort();
      await expect(taken).rejects.toThrow();
      return;
    }
  });

  it("takes a turn back when the feed is disabled before it begins", async () => {
    for (;;) {
      const { before, taken, state } = await openTurn();
      await set({ enabled: false });
      if (state.isGranted) {
        await set({ enabled: true });
        continue;
      }
      await expect(taken).rejects.toThrow(FeedStopped);
      expect(await requests()).toBe(before);
      return;
    }
  });

  it("gives the next turn to a run though photos have asked for it before", async () => {
    await set({ per_second: 2 });
    const order = async () => {
      await set({ next_request_at: new Date(Date.now() + 900) });
      const granted: string[] = [];
      const photos = budget("photos")
        .take(page(), shared.stop.signal)
        .then(() => granted.push("photos"));
      await delay(100);
      await budget().take(page(), shared.stop.signal);
      granted.push("run");
      await photos;
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
    await budget("photos").take(page(), shared.stop.signal);
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
      shared.fixture.db,
    );
    expect(rows[0]?.left).toBeGreaterThan(30);
    expect(await shared.fixture.counted()).toEqual([]);
    waiting.abort();
    await expect(taken).rejects.toThrow();
  });

  it("grants nothing once the feed is disabled or deleted", async () => {
    await set({ enabled: false });
    await expect(budget().take(page(), shared.stop.signal)).rejects.toThrow(FeedStopped);
    await expect(
      new SharedBudget(shared.fixture.db, shared.fixture.feedId + 1, "photos").take(
        page(),
        shared.stop.signal,
      ),
    ).rejects.toThrow(FeedStopped);
  });
});
