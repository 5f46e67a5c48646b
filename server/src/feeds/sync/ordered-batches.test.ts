import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { OrderedBatches } from "./ordered-batches.ts";

describe("ordered batches", () => {
  /** Each number is stored after so many milliseconds; a negative one fails then, and 0 is passed over without a transaction. */
  const store = async (times: number[]) => {
    const stored: number[] = [];
    const batches = new OrderedBatches(async (ms: number, requireOrder: () => void) => {
      if (ms === 0) return ms;
      await delay(Math.abs(ms));
      requireOrder();
      if (ms < 0) throw new Error("lost");
      stored.push(ms);
      return ms;
    });
    try {
      for (const ms of times) await batches.add(ms);
      await batches.end();
    } catch (error) {
      return { stored, error };
    } finally {
      await batches.settled();
    }
    return { stored, outcomes: batches.outcomes };
  };

  it("are stored in their order, however long each takes", async () => {
    for (const times of [[50, 1, 30, 2, 3], [1, 50, 2, 50, 3], [20, 10, 5, 1], [1]])
      expect(await store(times)).toEqual({ stored: times, outcomes: times });
  });

  it("are not stored after one that fails", async () => {
    for (const times of [
      [5, 6, -30, 1, 2],
      [5, 6, -1, 30, 2],
    ])
      expect(await store(times)).toMatchObject({ stored: [5, 6], error: { message: "lost" } });
  });

  it("are not stored after one that fails where one between them is passed over", async () => {
    for (const times of [
      [5, -30, 0, 1],
      [5, 6, -30, 0, 1, 2],
    ])
      expect((await store(times)).stored).toEqual(times.slice(0, times.indexOf(-30)));
  });
});
