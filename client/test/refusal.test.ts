import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createFavorites } from "../src/favorites.ts";
import type { createTracker } from "../src/tracker.ts";
import { browserMemory, Website } from "./website.ts";

describe("the tracker of a visitor who refuses to be tracked", () => {
  let website: Website;
  beforeAll(async () => {
    website = await Website.open();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    website.quiet();
  });
  afterAll(() => website.close());

  const actOn = (tracker: ReturnType<typeof createTracker>) => {
    tracker.trackSearch("3 beds in Eagle");
    tracker.trackFilter("price_max", 500_000);
    tracker.trackView("A-1").photo(0);
    tracker.trackView("A-2").end();
  };

  it.each([{ globalPrivacyControl: true }, { doNotTrack: "1" }])(
    "sends and stores nothing with %j, and begins no session",
    async (navigator) => {
      vi.stubGlobal("navigator", navigator);
      const storage = browserMemory();
      const tracker = website.tracker({ storage, debounceMs: 1 });
      actOn(tracker);
      await tracker.flush();
      expect(await tracker.sessionId()).toBeNull();
      await tracker.newVisitor();
      expect([tracker.pending(), storage.length, website.proxy.requests]).toEqual([0, 0, []]);
    },
  );

  it.each([{ globalPrivacyControl: false }, { doNotTrack: "0" }, { doNotTrack: null }])(
    "is another one than with %j",
    async (navigator) => {
      vi.stubGlobal("navigator", navigator);
      const tracker = website.tracker();
      const id = tracker.trackSearch("Boise");
      await tracker.flush();
      expect(await website.stored(await tracker.sessionId())).toEqual([id]);
    },
  );

  it("drops what an earlier visit has left to send, and sends nothing in its session", async () => {
    const storage = browserMemory();
    const before = website.tracker({ storage });
    const session = await before.sessionId();
    before.trackSearch("Boise");
    before.trackView("A-1");
    before.stop();
    website.quiet();
    vi.stubGlobal("navigator", { globalPrivacyControl: true, sendBeacon: () => true });
    const tracker = website.tracker({ storage });
    actOn(tracker);
    await tracker.flush();
    expect([tracker.pending(), website.reports(), await website.stored(session)]).toEqual([0, 0, []]);
    await tracker.clear();
    expect(website.proxy.requests).toEqual(["POST /sessions/clear"]);
  });

  it("drops its events when the server starts no session, and keeps none to be sent again", async () => {
    const refuse = (input: string | URL | globalThis.Request, init?: RequestInit) =>
      fetch(input, { ...init, headers: { ...init?.headers, "Sec-GPC": "1" } });
    const tracker = website.tracker({ debounceMs: 1, fetch: refuse });
    tracker.trackSearch("Boise");
    await vi.waitUntil(() => tracker.pending() === 0);
    actOn(tracker);
    await tracker.flush();
    expect([tracker.pending(), await tracker.sessionId()]).toEqual([0, null]);
    expect(new Set(website.proxy.requests)).toEqual(new Set(["POST /sessions"]));
  });

  it("does not keep them from their favorites", async () => {
    vi.stubGlobal("navigator", { globalPrivacyControl: true });
    const tracker = website.tracker();
    const favorites = createFavorites({ baseUrl: website.proxy.url, storage: browserMemory(), tracker });
    favorites.add("A-1");
    await favorites.requestLink("ada@visitors.test");
    const url = await website.brokerage.linkUrl("ada@visitors.test");
    await favorites.verify(url.split("#token=")[1]);
    expect([favorites.email(), favorites.list()]).toEqual(["ada@visitors.test", ["A-1"]]);
    expect(website.proxy.requests.filter((line) => line.includes("/sessions"))).toEqual([]);
  });
});
