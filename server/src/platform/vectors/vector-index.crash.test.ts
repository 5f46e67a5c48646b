import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { VectorFixture } from "../../../test/harness/vector-fixture.ts";
import type { VectorIndex } from "./vector-index.ts";

describe("VectorIndex whose threads die, or that is closed", () => {
  const fixture = new VectorFixture();
  let threads: Worker[] = [];
  const note = (worker: Worker) => threads.push(worker);
  beforeAll(() => {
    process.on("worker", note);
  });
  afterEach(() => {
    threads = [];
  });
  afterAll(async () => {
    process.off("worker", note);
    await fixture.close();
  });

  const items = (count: number, revision: number) =>
    Array.from({ length: count }, (_, at) => fixture.item(at + 1, revision, [fixture.vector()]));
  const search = (index: VectorIndex) => index.search(fixture.vector(), { k: 5, among: null });

  it("starts anew and says so, with nothing when nothing was kept", async () => {
    const lost = vi.fn();
    const index = await fixture.open({ onLost: lost });
    await index.put(items(50, 7));
    const searches = Promise.allSettled([search(index), search(index)]);
    await threads[0]!.terminate();
    for (const outcome of await searches) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ reason: "lost" });
    }
    await vi.waitFor(() => expect(lost).toHaveBeenCalledExactlyOnceWith(0), { timeout: 20_000 });
    expect([index.revision, index.size]).toEqual([0, 0]);
    await index.put(items(50, 8));
    expect((await search(index)).keys).toHaveLength(5);
    expect(index.revision).toBe(8);
  });

  it("refuses at once while it starts anew", async () => {
    const index = await fixture.open();
    await threads[0]!.terminate();
    await expect(search(index)).rejects.toMatchObject({ reason: "lost" });
    await expect(index.put(items(1, 1))).rejects.toMatchObject({ reason: "lost" });
    await vi.waitFor(() => search(index), { timeout: 20_000 });
  });

  it("starts anew with what was saved", async () => {
    const lost = vi.fn();
    const index = await fixture.open({ folder: fixture.folder, onLost: lost });
    await index.put(items(50, 7));
    await index.save();
    await index.put(items(60, 9));
    await threads[0]!.terminate();
    await vi.waitFor(() => expect(lost).toHaveBeenCalledExactlyOnceWith(7), { timeout: 20_000 });
    expect(index.size).toBe(50);
  });

  it("does all that was asked for before it closes, and nothing after", async () => {
    const index = await fixture.open({ folder: fixture.folder, name: "closing" });
    const operations = [index.put(items(2000, 1)), index.save(), search(index), search(index)];
    const closed = index.close();
    await Promise.all(operations);
    await closed;
    await expect(search(index)).rejects.toMatchObject({ reason: "closed" });
    await expect(index.save()).rejects.toMatchObject({ reason: "closed" });
    expect(index.close()).toBe(closed);
    expect((await fixture.open({ folder: fixture.folder, name: "closing" })).size).toBe(2000);
  });

  it("closes while a graph is built, and while it starts anew", async () => {
    const building = await fixture.open({ exactUpTo: 200, folder: fixture.folder, name: "building" });
    await building.put(items(9000, 1));
    expect(building.building).toBe(true);
    await building.close();
    for (const wait of [0, 30]) {
      const starting = await fixture.open();
      const before = threads.length;
      await threads.at(-1)!.terminate();
      await setTimeout(wait);
      await starting.close();
      // Processes that were restarted meanwhile have ended, or do.
      await expect.poll(() => threads.slice(before).filter(({ threadId }) => threadId !== -1)).toEqual([]);
    }
    expect(readdirSync(fixture.folder).filter((name) => name.endsWith(".draft"))).toEqual([]);
  });

  it("closes at moments all over the second half of a build, where the graph is compared with exact answers", async () => {
    const opened = async () => {
      const index = await fixture.open({ exactUpTo: 200 });
      const start = performance.now();
      await index.put(items(3000, 1));
      return { index, start };
    };
    const whole = await opened();
    await vi.waitFor(() => expect(whole.index.building).toBe(false), { timeout: 60_000, interval: 5 });
    const buildMs = performance.now() - whole.start;
    for (let moment = 15; moment < 30; moment += 3) {
      const { index, start } = await opened();
      await setTimeout(Math.max(0, (buildMs * moment) / 30 - (performance.now() - start)));
      await index.close();
    }
  });

  it("stays exact when the graph cannot be built", async () => {
    // A file stands where the folder was: nothing can be written there.
    const folder = join(fixture.folder, "gone");
    const index = await fixture.open({ exactUpTo: 200, folder });
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "");
    await index.put(items(9000, 1));
    await vi.waitFor(() => expect([index.building, index.graphed]).toEqual([false, 0]), { timeout: 60_000 });
    await expect(index.save()).rejects.toMatchObject({ reason: "failed" });
    const query = fixture.vector();
    const { similarities } = await index.search(query, { k: 10, among: null });
    fixture.truth(query, 10, null).forEach(({ similarity }, at) => {
      expect(similarities[at]).toBeCloseTo(similarity, 3);
    });
  });

  it("lets only so many wait", async () => {
    const index = await fixture.open();
    const outcomes = await Promise.allSettled(Array.from({ length: 1500 }, () => search(index)));
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(500);
    expect(refused[0]).toMatchObject({ reason: { reason: "busy" } });
    expect((await search(index)).keys).toEqual([]);
  });
});
