import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { LostEvent } from "../src/delivery.ts";
import { browserMemory, Website } from "./website.ts";

describe("the tracker", () => {
  let website: Website;
  beforeAll(async () => {
    website = await Website.open();
  });
  afterEach(() => website.quiet());
  afterAll(() => website.close());

  const away = (status: number, headers = {}) => ({ kind: "answered", status, headers }) as const;

  it("sends what was done since as one report, when nothing more is done for a while", async () => {
    const tracker = website.tracker({ debounceMs: 50 });
    const ids = [
      tracker.trackSearch("3 beds in Eagle"),
      tracker.trackFilter("price_max", 500_000),
      tracker.track({ type: "favorite_added", listing_id: "A-1" }),
    ];
    await vi.waitUntil(() => tracker.pending() === 0);
    expect(website.reports()).toBe(1);
    expect(await website.stored(await tracker.sessionId())).toEqual(ids);
  });

  it("sends the 50th at once, with the 49 before it", async () => {
    const tracker = website.tracker();
    const ids = Array.from({ length: 49 }, (_, n) => tracker.trackFilter("beds", n));
    await tracker.sessionId();
    expect(website.reports()).toBe(0);
    ids.push(tracker.trackFilter("beds", 50));
    await vi.waitUntil(() => tracker.pending() === 0);
    expect(website.reports()).toBe(1);
    expect(await website.stored(await tracker.sessionId())).toEqual(ids);
  });

  it("makes one session for concurrent calls, and the next page reuses it", async () => {
    const storage = browserMemory();
    const [one, two] = [website.tracker({ storage }), website.tracker({ storage })];
    one.trackSearch("Boise");
    const ids = await Promise.all([one.sessionId(), two.sessionId(), two.sessionId()]);
    expect(new Set(ids).size).toBe(1);
    expect(await website.tracker({ storage }).sessionId()).toBe(ids[0]);
    expect(website.proxy.requests.filter((line) => line === "POST /sessions")).toHaveLength(1);
  });

  it("sends again what was stored but never acknowledged, and it counts once", async () => {
    const tracker = website.tracker({ debounceMs: 20 });
    website.inject({ kind: "reply lost" }, { kind: "broken" });
    const ids = [tracker.trackSearch("Boise"), tracker.trackSearch("Eagle")];
    await vi.waitUntil(() => tracker.pending() === 0);
    expect(website.reports()).toBe(3);
    expect(await website.stored(await tracker.sessionId())).toEqual(ids);
  });

  it.each([
    ["a server in trouble", away(500)],
    ["a proxy without a server", away(503)],
    ["a captive portal's page", { kind: "answered", status: 200, body: "<h1>Log in</h1>" } as const],
  ])("keeps what %s has answered until it is taken", async (_, fault) => {
    const tracker = website.tracker({ debounceMs: 20 });
    website.inject(fault, fault);
    const id = tracker.trackSearch("Boise");
    await vi.waitUntil(() => tracker.pending() === 0);
    expect(website.reports()).toBe(3);
    expect(await website.stored(await tracker.sessionId())).toEqual([id]);
  });

  it("comes back after a 429 when it is told to, not before, even when asked to flush", async () => {
    const tracker = website.tracker({ debounceMs: 1 });
    await tracker.sessionId();
    website.inject(away(429, { "retry-after": "1" }));
    tracker.trackSearch("Boise");
    await vi.waitUntil(() => website.reports() === 1);
    await tracker.flush();
    await tracker.flush();
    expect(website.reports()).toBe(1);
    await vi.waitUntil(() => tracker.pending() === 0, 10_000);
    expect(website.reports()).toBe(2);
  });

  it("gives up on a reply that does not come, and sends again", async () => {
    const tracker = website.tracker({ debounceMs: 20, timeoutMs: 300 });
    await tracker.sessionId();
    website.inject({ kind: "silent" });
    const id = tracker.trackSearch("Boise");
    await vi.waitUntil(() => tracker.pending() === 0, 10_000);
    expect(await website.stored(await tracker.sessionId())).toEqual([id]);
  });

  it("keeps a queue that cannot even get a session, and delivers it when there is one", async () => {
    website.injectFor("POST /sessions", away(503), { kind: "broken" }, away(500));
    const tracker = website.tracker({ debounceMs: 20 });
    const id = tracker.trackSearch("Boise");
    await vi.waitUntil(() => tracker.pending() === 0);
    expect(await website.stored(await tracker.sessionId())).toEqual([id]);
  });

  it("begins a new session where the server has forgotten the old one, and the queue goes there", async () => {
    const tracker = website.tracker();
    const old = await tracker.sessionId();
    await website.lintel.database.db.deleteFrom("visitor_sessions").where("id", "=", old).execute();
    const id = tracker.trackSearch("Boise");
    await tracker.flush();
    const session = await tracker.sessionId();
    expect(session).not.toBe(old);
    expect(await website.stored(session)).toEqual([id]);
  });

  it("keeps its session while the website is on no brokerage's domain", async () => {
    const tracker = website.tracker();
    const session = await tracker.sessionId();
    website.inject({ kind: "answered", status: 404, body: { detail: "Brokerage not found" } });
    tracker.trackSearch("Boise");
    await tracker.flush();
    expect([await tracker.sessionId(), tracker.pending()]).toEqual([session, 1]);
  });

  it("lets no event that the server refuses hold up the others, and says which it was", async () => {
    const lost: LostEvent[] = [];
    const tracker = website.tracker({ onLost: (each) => lost.push(each) });
    const good = [1, 2, 3, 4].map((n) => tracker.trackFilter("beds", n));
    const bad = tracker.trackFilter("beds", "x".repeat(3000));
    const after = [5, 6, 7].map((n) => tracker.trackFilter("beds", n));
    await tracker.flush();
    expect(tracker.pending()).toBe(0);
    expect(await website.stored(await tracker.sessionId())).toEqual([...good, ...after]);
    expect(lost.map(({ reason, event }) => [reason, event.id])).toEqual([["refused", bad]]);
    expect(lost[0]?.detail).toContain("2000 characters");
  });

  it("takes no patience of a visitor who leaves: what cannot be sent is dropped, and the next never meets it", async () => {
    const tracker = website.tracker({ timeoutMs: 5000 });
    const old = await tracker.sessionId();
    website.inject({ kind: "silent" });
    for (let n = 0; n < 40; n++) tracker.trackSearch(`${n} ${"ä".repeat(900)}`);
    const view = tracker.trackView("A-1");
    await tracker.newVisitor();
    expect(tracker.pending()).toBe(0);
    view.end();
    const id = tracker.trackSearch("Eagle");
    // Behind the report that got no answer, and once more after it has been given up.
    await tracker.flush();
    await tracker.flush();
    const session = await tracker.sessionId();
    expect(session).not.toBe(old);
    expect([await website.stored(old), await website.stored(session)]).toEqual([[], [id]]);
  });

  it("gives the next visitor a session at once, for the browser's cookie still says the old one", async () => {
    const tracker = website.tracker();
    tracker.trackSearch("Boise");
    await tracker.newVisitor();
    await vi.waitUntil(() => website.proxy.requests.filter((line) => line === "POST /sessions").length === 2);
  });

  it("forgets all of a visitor who wants it, and what was queued goes nowhere", async () => {
    const tracker = website.tracker();
    const old = (await tracker.sessionId()) as string;
    tracker.trackSearch("Boise");
    tracker.trackView("A-1");
    await tracker.clear();
    expect(tracker.pending()).toBe(0);
    expect(
      await website.lintel.call("/sessions/scribe-status", {
        host: "homes.test",
        headers: { "x-session-id": old },
      }),
    ).toMatchObject({ status: 404 });
    const id = tracker.trackSearch("Eagle");
    await tracker.flush();
    expect(await website.stored(old, await tracker.sessionId())).toEqual([id]);
  });
});
