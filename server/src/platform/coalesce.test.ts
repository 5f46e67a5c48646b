import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { coalesce } from "./coalesce.ts";

describe("together", () => {
  it("writes the items that arrive during a write together, each once and in order", async () => {
    const written: number[][] = [];
    const write = coalesce<number>(async (items) => {
      written.push([...items]);
      await delay(20);
    });
    const first = write(1);
    await delay(5);
    await Promise.all([first, write(2), write(3), write(4)]);
    await write(5);
    expect(written).toEqual([[1], [2, 3, 4], [5]]);
  });

  it("settles each caller's promise with the write that held its item", async () => {
    const noted: number[] = [];
    const write = coalesce<number>(async (items) => {
      await delay(10);
      noted.push(...items);
    });
    await Promise.all(
      Array.from({ length: 50 }, async (_, item) => {
        await delay(item % 7);
        await write(item);
        expect(noted).toContain(item);
      }),
    );
    expect(noted).toHaveLength(50);
  });

  it("rejects only the callers whose write failed", async () => {
    let writes = 0;
    const write = coalesce<number>(async () => {
      await delay(10);
      if (++writes === 1) throw new Error("no");
    });
    const first = write(1);
    await Promise.resolve();
    await delay(2);
    const second = write(2);
    await expect(first).rejects.toThrow("no");
    await second;
  });
});
