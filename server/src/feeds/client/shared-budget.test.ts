import { describe, expect, it } from "vitest";
import { useBudget } from "../../../test/harness/budget-fixture.ts";
import { windows } from "./budget-limits.ts";
import type { Purpose } from "./shared-budget.ts";

const MINUTE = 60_000;

describe("What a SharedBudget allows", () => {
  const shared = useBudget();
  const { set, forget, budget, page, counted, spend } = shared;
  /** Whether a request may be sent now: else the feed is marked as waiting. */
  const isGranted = async (expected = 0, purpose?: Purpose) => {
    await set({ wait_until: null });
    const waiting = new AbortController();
    const taken = budget(purpose)
      .take(page(expected), AbortSignal.any([shared.stop.signal, waiting.signal]))
      .then(
        () => true,
        (error) => {
          if (!waiting.signal.aborted) throw error;
          return false;
        },
      );
    const held = expect
      .poll(
        async () =>
          (await shared.fixture.db.selectFrom("feeds").select("wait_until").executeTakeFirstOrThrow())
            .wait_until,
        { timeout: 20_000 },
      )
      .not.toBeNull()
      .then(() => false);
    // It goes on after the request was granted.
    held.catch(() => {});
    const granted = await Promise.race([taken, held]);
    waiting.abort();
    return granted;
  };

  it("counts requests, and the bytes of their replies instead of those expected", async () => {
    const first = await budget().take(page(), shared.stop.signal);
    await first.received(700);
    const second = await budget().take(page(0, 1000), shared.stop.signal);
    const sum = async (field: "requests" | "bytes") =>
      (await counted()).reduce((total, row) => total + Number(row[field]), 0);
    expect([await sum("requests"), await sum("bytes")]).toEqual([2, 1700]);
    await second.received(400);
    expect(await sum("bytes")).toBe(1100);
  });

  it("counts the bytes of deferred replies together, the same as one by one", async () => {
    const sizes = [700, 90, 400];
    const state = async () => {
      const { largest_reply } = await shared.fixture.db
        .selectFrom("feeds")
        .select("largest_reply")
        .executeTakeFirstOrThrow();
      return [largest_reply, (await counted()).reduce((total, { bytes }) => total + Number(bytes), 0)];
    };
    const counts = async (defersReplies: boolean) => {
      await forget();
      await set({ largest_reply: 1000 });
      const one = budget(1, { defersReplies });
      for (const size of sizes) await (await one.take(page(), shared.stop.signal)).received(size);
      await one.countReplies();
      return state();
    };
    expect(await counts(true)).toEqual(await counts(false));
    await forget();
    const turn = await budget(1, { defersReplies: true }).take(page(), shared.stop.signal);
    await turn.received(5);
    await expect.poll(async () => (await state())[1], { timeout: 20_000 }).toBe(5);
  });

  it("counts deferred replies before a request that lacks the bytes reserved for them", async () => {
    await set({ bytes_per_hour: 10_000 });
    const one = budget(1, { defersReplies: true });
    await (await one.take(page(), shared.stop.signal)).received(100);
    expect((await one.take(page(), shared.stop.signal)).maxBytes).toBe(9900);
  });

  it("has no hour with more requests than per_hour, also across the edges of minutes", async () => {
    await set({ per_hour: 10 });
    await spend(60, 10);
    expect(await isGranted()).toBe(false);
    await forget();
    await spend(62, 10);
    expect(await isGranted()).toBe(true);
  });

  it("has no day with more requests than per_day", async () => {
    await set({ per_day: 10 });
    await spend(24 * 60, 10);
    expect(await isGranted()).toBe(false);
    await forget();
    await spend(24 * 60 + 2, 10);
    expect(await isGranted()).toBe(true);
  });

  it("lets no reply begin that is expected to exceed bytes_per_hour", async () => {
    await set({ bytes_per_hour: 1000 });
    await spend(1, 1, 600);
    expect(await isGranted(500)).toBe(false);
    expect(await isGranted(400)).toBe(true);
    await forget();
    expect(await isGranted(5000)).toBe(true);
  });

  it("lets a reply have what is left of bytes_per_hour, and two replies at once no more than that", async () => {
    await set({ bytes_per_hour: 1000 });
    await spend(1, 1, 100);
    const first = await budget().take(page(0, 600), shared.stop.signal);
    const second = await budget().take(page(), shared.stop.signal);
    expect([first.maxBytes, second.maxBytes]).toEqual([600, 300]);
    expect(await isGranted()).toBe(false);
    await first.received(200);
    await second.received(300);
    expect((await budget().take(page(), shared.stop.signal)).maxBytes).toBe(400);
  });

  it("counts a request whose process died as one usual reply, once a request cannot last that long", async () => {
    await set({ bytes_per_hour: 10_000, largest_reply: 1000 });
    await spend(2, 1, 0, 10_000);
    expect(await isGranted()).toBe(false);
    await forget();
    await spend(7, 1, 0, 10_000);
    expect((await budget().take(page(), shared.stop.signal)).maxBytes).toBe(9000);
  });

  it("expects a page to be as large as the last ones of the feed", async () => {
    await set({ bytes_per_hour: 10_000 });
    const first = await budget().take(page(), shared.stop.signal);
    await first.received(4000);
    await spend(1, 1, 3000);
    expect(await isGranted()).toBe(false);
    const token = { kind: "token", expected: 0, most: 1000 } as const;
    await set({ wait_until: null });
    expect((await budget().take(token, shared.stop.signal)).maxBytes).toBe(1000);
  });

  it("keeps a part of the hour, the day and the bytes for runs, which do not wait when photos do", async () => {
    for (const limit of ["per_hour", "per_day"] as const) {
      await set({ [limit]: 10 });
      await spend(limit === "per_hour" ? 1 : 120, 8);
      expect([limit, await isGranted(0, "photos")]).toEqual([limit, false]);
      await (await budget().take(page(), shared.stop.signal)).release();
      await forget();
      expect([limit, await isGranted(0, "photos")]).toEqual([limit, true]);
      await set({ [limit]: null });
    }
    await forget();
    await set({ bytes_per_hour: 1000 });
    await spend(1, 1, 700);
    expect((await budget("photos").take(page(), shared.stop.signal)).maxBytes).toBe(100);
    expect(await isGranted(0, "photos")).toBe(false);
    expect((await budget().take(page(), shared.stop.signal)).maxBytes).toBe(200);
    await forget();
    await set({ largest_reply: 700 });
    await spend(1, 1, 300);
    expect(await isGranted(0, "photos")).toBe(false);
    expect(await isGranted(0)).toBe(true);
  });

  it("takes back what is not sent", async () => {
    await set({ bytes_per_hour: 1000 });
    const turn = await budget().take(page(), shared.stop.signal);
    await turn.release();
    expect(await counted()).toEqual([{ requests: 0, bytes: 0 }]);
  });

  it("covers more than the hour and the day before any moment", () => {
    for (const now of [0, 1, 59_999, 30_000].map((ms) => 1_800_000_000_000 + ms)) {
      expect(now - windows(now).hourFrom).toBeGreaterThan(60 * MINUTE);
      expect(now - windows(now).dayFrom).toBeGreaterThan(24 * 60 * MINUTE);
    }
  });
});
