import { setImmediate as turnOfLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { SharedWork } from "./shared-work.ts";

const staying = new AbortController().signal;

function sharedWork() {
  const shared = new SharedWork<string>();
  const begun: { signal: AbortSignal; end: (result: string) => void }[] = [];
  const want = (signal = staying) => {
    const result = shared.run("key", signal, (signal) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      begun.push({ signal, end: resolve });
      return promise;
    });
    result.catch(() => {});
    return result;
  };
  return { shared, begun, want };
}

describe("SharedWork", () => {
  it("does the work once for all who want it at the same time, and anew for who comes later", async () => {
    const { begun, want } = sharedWork();
    const both = [want(), want()];
    begun[0]?.end("first");
    expect(await Promise.all(both)).toEqual(["first", "first"]);
    const later = want();
    begun[1]?.end("second");
    expect(await later).toBe("second");
    expect(begun).toHaveLength(2);
  });

  it("goes on while one of its callers stays, and is aborted when the last has left", async () => {
    const { begun, want, shared } = sharedWork();
    const [one, other] = [new AbortController(), new AbortController()];
    const first = want(one.signal);
    const second = want(other.signal);
    one.abort(new Error("left"));
    await expect(first).rejects.toThrow("left");
    expect(begun[0]?.signal.aborted).toBe(false);
    other.abort(new Error("left too"));
    await expect(second).rejects.toThrow("left too");
    expect([begun[0]?.signal.aborted, shared.size]).toEqual([true, 0]);
  });

  it("leaves alone what the work has set going, once the work has settled", async () => {
    const { begun, want, shared } = sharedWork();
    const leaving = new AbortController();
    const wanted = want(leaving.signal);
    begun[0]?.end("done");
    expect(await wanted).toBe("done");
    leaving.abort();
    expect([begun[0]?.signal.aborted, shared.size]).toEqual([false, 0]);
  });

  it("gives work that was abandoned to nobody", async () => {
    const { begun, want } = sharedWork();
    const leaving = new AbortController();
    want(leaving.signal);
    leaving.abort();
    await turnOfLoop();
    const next = want();
    begun[0]?.end("of the one that left");
    begun[1]?.end("of the next");
    expect(await next).toBe("of the next");
  });

  it("fails for all of its callers when the work fails", async () => {
    const shared = new SharedWork<string>();
    const fail = async () => {
      await turnOfLoop();
      throw new Error("it failed");
    };
    const both = [shared.run("key", staying, fail), shared.run("key", staying, fail)];
    for (const each of await Promise.allSettled(both)) expect(each).toMatchObject({ status: "rejected" });
    expect(shared.size).toBe(0);
  });
});
