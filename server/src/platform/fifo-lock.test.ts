import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { fifoLock } from "./fifo-lock.ts";

describe("fifoLock", () => {
  it("is held by one request at a time, in the order of acquire", async () => {
    const request = fifoLock();
    const seen: string[] = [];
    const work = async (name: string) => {
      const lock = request();
      await lock.acquire();
      seen.push(`${name} begins`);
      await delay(2);
      seen.push(`${name} ends`);
      lock.release();
    };
    await Promise.all(["a", "b", "c"].map(work));
    expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  it("skips requests that left the queue or never joined it", async () => {
    const request = fifoLock();
    const [first, second, third, never] = [request(), request(), request(), request()];
    await first.acquire();
    let acquired = false;
    void second.acquire();
    const acquiring = third.acquire().then(() => {
      acquired = true;
    });
    second.release();
    never.release();
    await delay(2);
    expect(acquired).toBe(false);
    first.release();
    await acquiring;
    expect(acquired).toBe(true);
  });

  it("may be acquired again by the request that holds it", async () => {
    const lock = fifoLock()();
    await lock.acquire();
    await lock.acquire();
  });
});
