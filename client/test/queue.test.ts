import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { LostEvent } from "../src/delivery.ts";
import type { VisitorEvent } from "../src/events.ts";
import { browserMemory, Website } from "./website.ts";

describe("the queue", () => {
  let website: Website;
  beforeAll(async () => {
    website = await Website.open();
  });
  afterEach(() => website.quiet());
  afterAll(() => website.close());

  it("outlives its page: the next one sends it, without being asked", async () => {
    const storage = browserMemory();
    const page = website.tracker({ storage });
    const session = await page.sessionId();
    const ids = [page.trackSearch("Boise"), page.trackSearch("Eagle")];
    page.stop();
    const next = website.tracker({ storage });
    expect(next.pending()).toBe(2);
    await next.flush();
    expect(await website.stored(session)).toEqual(ids);
  });

  it("is shared by tabs that write and send at the same time: all of it arrives, each event once", async () => {
    const storage = browserMemory();
    const tabs = [1, 2, 3, 4].map(() => website.tracker({ storage }));
    website.inject({ kind: "reply lost" }, { kind: "none" }, { kind: "reply lost" });
    const ids: string[] = [];
    for (let round = 0; round < 10; round++) {
      for (const tab of tabs) ids.push(tab.trackFilter("beds", round));
      await Promise.all(tabs.map((tab) => tab.flush()));
    }
    await Promise.all(tabs.map((tab) => tab.flush()));
    expect(tabs[0]?.pending()).toBe(0);
    expect(website.proxy.requests.filter((line) => line === "POST /sessions")).toHaveLength(1);
    expect(await website.stored(await (tabs[0] as (typeof tabs)[0]).sessionId())).toEqual(ids);
  });

  it("goes on in memory when the browser gives no more room, and loses nothing", async () => {
    const tracker = website.tracker({ storage: browserMemory(600) });
    const ids = Array.from({ length: 12 }, (_, n) => tracker.trackFilter("beds", n));
    expect(tracker.pending()).toBe(12);
    await tracker.flush();
    expect(await website.stored(await tracker.sessionId())).toEqual(ids);
  });

  it("works in memory alone where nothing may be stored", async () => {
    const tracker = website.tracker({ storage: null });
    const id = tracker.trackSearch("Boise");
    await tracker.flush();
    expect(await website.stored(await tracker.sessionId())).toEqual([id]);
  });

  it("holds a thousand; then the oldest makes room, and is named", () => {
    const lost: LostEvent[] = [];
    const storage = browserMemory();
    website.injectFor("POST /sessions", ...Array(20).fill({ kind: "broken" }));
    const tracker = website.tracker({ storage, onLost: (each) => lost.push(each) });
    const ids = Array.from({ length: 1002 }, (_, n) => tracker.trackFilter("beds", n));
    expect(tracker.pending()).toBe(1000);
    expect(lost.map(({ reason, event }) => [reason, event.id])).toEqual([
      ["overflow", ids[0]],
      ["overflow", ids[1]],
    ]);
  });

  it("is sent in reports that outlive their page: under 64 kB, two at a time", async () => {
    const sizes: number[] = [];
    const tracker = website.tracker({
      fetch: (url, request) => {
        if (request?.keepalive) sizes.push(Buffer.byteLength(String(request.body)));
        return fetch(url, request);
      },
    });
    const ids = Array.from({ length: 40 }, (_, n) => tracker.trackSearch(`${n} ${"ä€".repeat(450)}`));
    await tracker.flush();
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThan(32_000);
    // Of two at a time either may be the first; each event says when it was.
    expect((await website.stored(await tracker.sessionId())).toSorted()).toEqual(ids.toSorted());
  });

  it("outlives records that are not its own", async () => {
    const storage = browserMemory();
    storage.setItem("lintel:event:broken", "{");
    const tracker = website.tracker({ storage });
    const id = tracker.trackSearch("Boise");
    await tracker.flush();
    expect(await website.stored(await tracker.sessionId())).toEqual([id]);
    expect(tracker.pending()).toBe(0);
  });

  it("gets the view of a crashed page once it has expired", async () => {
    const storage = browserMemory();
    const view = (id: string): VisitorEvent => ({
      type: "property_view",
      id,
      timestamp: "2026-06-15T11:00:00.000Z",
      listing_id: "A-1",
      engagement: { time_seconds: 12 },
    });
    const minutes = (n: number) => Date.now() - n * 60_000;
    storage.setItem("lintel:view:died", JSON.stringify([minutes(31), view("died")]));
    storage.setItem("lintel:view:hidden", JSON.stringify([minutes(5), view("hidden")]));
    const tracker = website.tracker({ storage });
    await tracker.flush();
    expect(await website.stored(await tracker.sessionId())).toEqual(["died"]);
    expect(storage.getItem("lintel:view:hidden")).not.toBeNull();
  });
});
