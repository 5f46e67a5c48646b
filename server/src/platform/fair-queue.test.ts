import { setImmediate as turnOfLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FairQueue, type FairQueueLimits } from "./fair-queue.ts";

const limits: FairQueueLimits = {
  slots: 2,
  slotsPerCaller: 2,
  waiting: 10,
  waitingPerCaller: 8,
  retryAfterSeconds: 5,
  busy: "Too much work is under way",
};

/** A queue whose work ends when the test says so, and the order in which work has started. */
function queueOf(some: Partial<FairQueueLimits> = {}) {
  const queue = new FairQueue({ ...limits, ...some });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, signal = new AbortController().signal) => {
    const [caller = ""] = name.split(":");
    const result = queue.run(caller, signal, async () => {
      started.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      return name;
    });
    result.catch(() => {});
    return result;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await turnOfLoop();
  };
  return { queue, started, add, end };
}

describe("FairQueue", () => {
  it("gives slots to callers in turn, however much one of them has waiting", async () => {
    const { started, add, end } = queueOf({ slots: 1 });
    for (const name of ["a:1", "a:2", "a:3", "a:4", "b:1", "c:1", "b:2"]) add(name);
    for (let at = 0; at < 7; at++) await end(started[at] ?? "");
    expect(started).toEqual(["a:1", "a:2", "b:1", "c:1", "a:3", "b:2", "a:4"]);
  });

  it("keeps slots free for others when a caller holds its share", async () => {
    const { queue, started, add, end } = queueOf({ slots: 2, slotsPerCaller: 1 });
    for (const name of ["a:1", "a:2", "b:1"]) add(name);
    await turnOfLoop();
    expect(started).toEqual(["a:1", "b:1"]);
    expect([queue.running, queue.waiting]).toEqual([2, 1]);
    await end("b:1");
    expect(started).toEqual(["a:1", "b:1"]);
    await end("a:1");
    expect(started).toEqual(["a:1", "b:1", "a:2"]);
  });

  it("refuses with 429 what a caller has waiting beyond its share", async () => {
    const { add } = queueOf({ slots: 1, waitingPerCaller: 2 });
    for (const name of ["a:1", "a:2", "a:3"]) add(name);
    await expect(add("a:4")).rejects.toMatchObject({ code: "too_many_requests", retryAfter: 5 });
    expect(add("b:1")).toBeInstanceOf(Promise);
  });

  it("when full, makes room for others at the cost of the caller with the most waiting", async () => {
    const { started, add, end } = queueOf({ slots: 1, waiting: 3 });
    add("a:1");
    const flood = ["a:2", "a:3", "a:4"].map((name) => add(name));
    const other = add("b:1");
    await expect(flood[2]).rejects.toMatchObject({ code: "too_many_requests" });
    await end("a:1");
    await end("a:2");
    await end("b:1");
    expect(await other).toBe("b:1");
    expect(started).toEqual(["a:1", "a:2", "b:1", "a:3"]);
  });

  it("refuses with 503 when it is full and no caller has more waiting than the one that asks", async () => {
    const { add } = queueOf({ slots: 1, waiting: 2 });
    for (const name of ["a:1", "b:1", "c:1"]) add(name);
    await expect(add("d:1")).rejects.toMatchObject({ code: "unavailable", detail: limits.busy });
  });

  it("drops work whose caller has left before it started", async () => {
    const { queue, started, add, end } = queueOf({ slots: 1 });
    add("a:1");
    const leaving = new AbortController();
    const left = add("b:1", leaving.signal);
    add("c:1");
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    expect(queue.waiting).toBe(1);
    await end("a:1");
    expect(started).toEqual(["a:1", "c:1"]);
    await expect(add("d:1", leaving.signal)).rejects.toThrow("gone");
  });

  it("frees the slot of work that fails", async () => {
    const queue = new FairQueue({ ...limits, slots: 1 });
    const { signal } = new AbortController();
    await expect(queue.run("a", signal, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.run(null, signal, async () => "done")).toBe("done");
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });
});
