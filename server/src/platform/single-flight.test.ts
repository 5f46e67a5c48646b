import { setImmediate as turnOfLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { SingleFlight } from "./single-flight.ts";

const neverAborted = new AbortController().signal;

function singleFlight() {
  const shared = new SingleFlight<string>();
  const begun: { signal: AbortSignal; end: (result: string) => void }[] = [];
  const want = (signal = neverAborted) => {
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

describe("SingleFlight", () => {
  it("runs the work once for concurrent calls, and again for later ones", async () => {
    const { begun, want } = singleFlight();
    const both = [want(), want()];
    begun[0]?.end("first");
    expect(await Promise.all(both)).toEqual(["first", "first"]);
    const later = want();
    begun[1]?.end("second");
    expect(await later).toBe("second");
    expect(begun).toHaveLength(2);
  });

  it("continues while one caller remains, and is aborted with the last", async () => {
    const { begun, want, shared } = singleFlight();
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

  it("does not abort background tasks of work that has settled", async () => {
    const { begun, want, shared } = singleFlight();
    const leaving = new AbortController();
    const wanted = want(leaving.signal);
    begun[0]?.end("done");
    expect(await wanted).toBe("done");
    leaving.abort();
    expect([begun[0]?.signal.aborted, shared.size]).toEqual([false, 0]);
  });

  it("does not share an abandoned run with new callers", async () => {
    const { begun, want } = singleFlight();
    const leaving = new AbortController();
    want(leaving.signal);
    leaving.abort();
    await turnOfLoop();
    const next = want();
    begun[0]?.end("of the one that left");
    begun[1]?.end("of the next");
    expect(await next).toBe("of the next");
  });

  it("rejects for all callers when the work fails", async () => {
    const shared = new SingleFlight<string>();
    const fail = async () => {
      await turnOfLoop();
      throw new Error("it failed");
    };
    const both = [shared.run("key", neverAborted, fail), shared.run("key", neverAborted, fail)];
    for (const each of await Promise.allSettled(both)) expect(each).toMatchObject({ status: "rejected" });
    expect(shared.size).toBe(0);
  });
});
