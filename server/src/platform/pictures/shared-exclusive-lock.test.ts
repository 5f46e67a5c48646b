import { setImmediate as turnOfLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { SharedExclusiveLock } from "./shared-exclusive-lock.ts";

describe("SharedExclusiveLock", () => {
  it("runs shared work concurrently, and exclusive work after running and before later work", async () => {
    const lock = new SharedExclusiveLock();
    const running: string[] = [];
    const ends = new Map<string, () => void>();
    const work = (name: string) => () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.push(name);
      ends.set(name, resolve);
      return promise.finally(() => running.splice(running.indexOf(name), 1));
    };
    const step = async (ended?: string) => {
      ends.get(ended ?? "")?.();
      await turnOfLoop();
      return running.join(" ");
    };
    const all = [
      lock.shared(work("a")),
      lock.shared(work("b")),
      lock.exclusive(work("first alone")),
      lock.exclusive(work("second alone")),
      lock.shared(work("c")),
      lock.shared(work("d")),
    ];
    expect(await step()).toBe("a b");
    expect(await step("a")).toBe("b");
    expect(await step("b")).toBe("first alone");
    expect(await step("first alone")).toBe("second alone");
    expect(await step("second alone")).toBe("c d");
    expect(await step("c")).toBe("d");
    expect(await step("d")).toBe("");
    await Promise.all(all);
  });

  it("is released by work that fails", async () => {
    const lock = new SharedExclusiveLock();
    const fail = () => Promise.reject(new Error("it failed"));
    await expect(lock.shared(fail)).rejects.toThrow("it failed");
    await expect(lock.exclusive(fail)).rejects.toThrow("it failed");
    expect(await lock.shared(async () => "next")).toBe("next");
  });
});
