import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { home } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { DiskFull } from "../../platform/disk-space.ts";
import { importInThread } from "./import-in-thread.ts";

describe("importInThread", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  const record = (source: string, at: number) =>
    home({
      ListingId: `${source}-${at}`,
      PublicRemarks: "A long description. ".repeat(20),
      ListAgentKey: `agent-${at % 50}`,
      ListAgentFullName: `Agent ${at % 50}`,
      Media: [{ MediaURL: `https://p.test/${at}.jpg` }],
    });
  async function* bytesOf(source: string, count: number, onChunk = (_bytes: number) => {}) {
    for (let at = 0; at < count; at += 50) {
      const lines = Array.from({ length: Math.min(50, count - at) }, (_, nth) =>
        JSON.stringify(record(source, at + nth)),
      );
      const chunk = Buffer.from(`${lines.join("\n")}\n`);
      onChunk(chunk.length);
      yield chunk;
    }
  }
  const nextThread = () => once(process, "worker").then(([worker]) => worker as Worker);
  const stored = async (source: string) => {
    const { rows } = await sql<{ listings: number; photos: number; events: number }>`
      select count(*)::int as listings,
        (count(*) filter (where exists (select from listing_photos p where p.listing_id = l.id)))::int as photos,
        (count(*) filter (where exists (select from listing_history h where h.listing_id = l.id)))::int as events
      from listings l join sources on sources.id = l.source_id and sources.name = ${source}`.execute(
      lintel.database.db,
    );
    return rows[0]!;
  };

  it("fails clearly when its thread dies; what was reported is stored whole, and the same data again completes it", async () => {
    const thread = nextThread();
    let reported = 0;
    const failed = importInThread(
      lintel.ctx,
      { bytes: bytesOf("killed", 2000), map: null },
      {
        source: "killed",
        onBatch: async ({ read }) => {
          reported = read;
          if (read > 200) await (await thread).terminate();
        },
      },
    );
    await expect(failed).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/^Cannot finish the import: its thread ended unexpectedly/),
    });
    const { listings, photos, events } = await stored("killed");
    expect(listings).toBeGreaterThanOrEqual(reported);
    expect(listings).toBeLessThan(2000);
    expect([photos, events]).toEqual([listings, listings]);

    const { counts: again } = await importInThread(
      lintel.ctx,
      { bytes: bytesOf("killed", 2000), map: null },
      { source: "killed" },
    );
    expect(again).toEqual({
      read: 2000,
      created: 2000 - listings,
      updated: 0,
      unchanged: listings,
      rejected: 0,
      photos: 2000 - listings,
    });
  });

  it("ends with 503 between two batches when the disk is full; the same data again completes it", async () => {
    const input = () => ({ bytes: bytesOf("full", 2000), map: null });
    let reported = 0;
    const options = {
      source: "full",
      onBatch: ({ read }: { read: number }) => {
        reported = read;
      },
    };
    const space = vi.spyOn(lintel.services.disk, "requireSpace").mockImplementation(async () => {
      if (reported > 0) throw new DiskFull();
    });
    await expect(importInThread(lintel.ctx, input(), options)).rejects.toThrow(DiskFull);
    space.mockRestore();
    const { listings } = await stored("full");
    expect(listings).toBeGreaterThanOrEqual(reported);
    expect(listings).toBeLessThan(2000);
    const { counts } = await importInThread(lintel.ctx, input(), options);
    expect(counts).toMatchObject({ read: 2000, created: 2000 - listings, unchanged: listings });
  });

  it("ends its thread with the import", async () => {
    const thread = nextThread();
    const exit = thread.then((worker) => once(worker, "exit"));
    await importInThread(lintel.ctx, { bytes: bytesOf("ends", 20), map: null }, { source: "ends" });
    await exit;
    expect((await thread).threadId).toBe(-1);
  });

  it("does not read ahead of the database without bound", async () => {
    const gate = Promise.withResolvers<void>();
    let sent = 0;
    const onChunk = (bytes: number) => {
      sent += bytes;
    };
    const outcome = importInThread(
      lintel.ctx,
      { bytes: bytesOf("slow", 10_000, onChunk), map: null },
      { source: "slow", onBatch: () => gate.promise },
    );
    let before = -1;
    await vi.waitFor(
      () => {
        const isStill = sent > 0 && sent === before;
        before = sent;
        if (!isStill) throw new Error("still reading");
      },
      { interval: 1500, timeout: 30_000 },
    );
    expect(sent).toBeLessThan(3_000_000);
    gate.resolve();
    expect((await outcome).counts.created).toBe(10_000);
    expect(sent).toBeGreaterThan(6_000_000);
  }, 120_000);

  it("stops when its signal is aborted, with what is stored counted", async () => {
    const stop = new AbortController();
    const { counts } = await importInThread(
      { ...lintel.ctx, signal: stop.signal },
      { bytes: bytesOf("stopped", 5000), map: null },
      { source: "stopped", onBatch: () => stop.abort() },
    );
    expect(counts.read).toBeLessThan(5000);
    expect((await stored("stopped")).listings).toBe(counts.created);
  });
});
