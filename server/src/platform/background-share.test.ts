import { setImmediate as immediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { BackgroundShare } from "./background-share.ts";

/** Time that passes only when it is told to. */
function openShare() {
  let elapsed = 0;
  let processor = 0;
  let rested = 0;
  let onWait = () => {};
  const share = new BackgroundShare({
    elapsed: () => elapsed,
    processor: () => processor,
    wait: async (milliseconds) => {
      elapsed += milliseconds;
      rested += milliseconds;
      onWait();
    },
  });
  return {
    share,
    /** A batch of some processor time. */
    work(milliseconds: number, used = milliseconds) {
      elapsed += milliseconds;
      processor += used;
    },
    onWait(act: () => void) {
      onWait = act;
    },
    /** Since the last call. */
    rested() {
      const since = rested;
      rested = 0;
      return since;
    },
  };
}

describe("a background share", () => {
  const never = new AbortController().signal;

  it("is a quarter of the time while requests come, however long batches take", async () => {
    const { share, work, onWait, rested } = openShare();
    onWait(() => share.noteRequest());
    const next = share.pace(never);
    await next();
    expect(rested()).toBe(0);
    for (const batch of [10, 100, 3000]) {
      work(batch);
      share.noteRequest();
      await next();
      expect(rested()).toBeCloseTo(3 * batch);
    }
  });

  it("is all of the time without requests, and again as soon as they end", async () => {
    const { share, work, rested } = openShare();
    const next = share.pace(never);
    await next();
    work(10_000);
    await next();
    expect(rested()).toBe(0);
    share.noteRequest();
    work(100);
    share.noteRequest();
    work(10_000);
    share.noteRequest();
    await next();
    expect(rested()).toBe(500);
  });

  it("counts processor time: a batch that waits for a model server rests for what it took here", async () => {
    const { share, work, onWait, rested } = openShare();
    onWait(() => share.noteRequest());
    const next = share.pace(never);
    await next();
    work(2000, 20);
    share.noteRequest();
    await next();
    expect(rested()).toBeCloseTo(60);
    work(100, 200);
    share.noteRequest();
    await next();
    expect(rested()).toBeCloseTo(300);
  });

  it("is a tenth of the time while a load has statements, and rests no longer than the load goes on", async () => {
    const { share, work, onWait, rested } = openShare();
    const load = async () => {};
    onWait(() => void share.duringLoad(load));
    const next = share.pace(never);
    await next();
    work(100, 10);
    await share.duringLoad(load);
    await next();
    expect(rested()).toBeCloseTo(900);
    onWait(() => {});
    work(1000, 10);
    const statement = Promise.withResolvers<void>();
    const running = share.duringLoad(() => statement.promise);
    let waits = 0;
    onWait(() => {
      if (++waits === 2) statement.resolve();
    });
    await next();
    await running;
    expect(rested()).toBeLessThanOrEqual(2 * 50 + 200 + 50);
    work(1000);
    await next();
    expect(rested()).toBe(0);
  });

  it("of loads is half of the time while visitors search, and all of it while they are watched alone", async () => {
    const { share, work, onWait, rested } = openShare();
    onWait(() => share.noteVisitor());
    const load = async (milliseconds: number) => {
      await share.restFromLoad(never);
      work(milliseconds);
      share.noteLoadTransaction(milliseconds);
    };
    share.noteRequest();
    await load(60);
    await load(60);
    expect(rested()).toBe(0);
    share.noteVisitor();
    for (const batch of [100, 40, 250]) {
      rested();
      await load(batch);
      share.noteVisitor();
      await share.restFromLoad(never);
      expect(rested()).toBeGreaterThanOrEqual(batch);
    }
    onWait(() => {});
    await load(5000);
    await share.restFromLoad(never);
    expect(rested()).toBeLessThan(1100);
  });

  it("of loads is left together: no transaction begins while another one rests", async () => {
    let elapsed = 100;
    const waiting: (() => void)[] = [];
    const share = new BackgroundShare({
      elapsed: () => elapsed,
      processor: () => 0,
      wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
    });
    const passTo = async (time: number) => {
      elapsed = time;
      share.noteVisitor();
      for (const resolve of waiting.splice(0)) resolve();
      await immediate();
    };
    await passTo(100);
    share.noteLoadTransaction(100);
    let begun = 0;
    const begin = () => share.restFromLoad(never).then(() => begun++);
    const beginning = [begin(), begin(), begin()];
    await passTo(150);
    expect(begun).toBe(0);
    share.noteLoadTransaction(30);
    await passTo(229);
    expect(begun).toBe(0);
    await passTo(230);
    expect(begun).toBe(3);
    await Promise.all(beginning);
  });

  it("rests no longer when the work has to end", async () => {
    const { share, work, onWait, rested } = openShare();
    const ending = new AbortController();
    onWait(() => {
      share.noteRequest();
      ending.abort();
    });
    const next = share.pace(ending.signal);
    await next();
    work(10_000);
    share.noteRequest();
    await next();
    expect(rested()).toBe(50);
  });
});
