import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { home } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { openVisitors, type Visitor, type VisitorFixture } from "../../test/harness/visitor-fixture.ts";

describe("recordVisitorEvents", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  let visitor: Visitor;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openVisitors(lintel, "events");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    visitor = await brokerage.startSession();
  });

  const timestamp = "2026-06-15T11:59:00Z";
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    visitor.call("/sessions/events", { method: "POST", body, headers });
  const stored = () =>
    lintel.database.db
      .selectFrom("visitor_events")
      .select(["id", "type", "occurred_at", "data"])
      .where("session_id", "=", visitor.id)
      .orderBy("occurred_at")
      .orderBy("id")
      .execute();

  it("stores each event type with its own fields only", async () => {
    const engagement = {
      time_seconds: 61.5,
      scroll_percent: 100,
      photos_viewed: 3,
      used_calculator: true,
      downloaded_pdf: false,
    };
    const events = [
      { type: "property_view", listing_id: brokerage.eagle[0], engagement },
      { type: "property_view", listing_id: brokerage.eagle[1] },
      {
        type: "photo_engagement",
        listing_id: brokerage.eagle[0],
        photo_index: 0,
        dwell_ms: 1200.5,
        zoomed: true,
      },
      { type: "filter_change", filter: "price_max", value: 500_000 },
      { type: "filter_change", filter: "features", value: ["pool", { deep: null }] },
      { type: "filter_change", filter: "beds", value: null },
      { type: "search_query", query: "with a pool in Eagle" },
      { type: "favorite_added", listing_id: brokerage.eagle[0] },
      { type: "favorite_removed", listing_id: brokerage.eagle[0] },
    ].map((event, at) => ({ id: `event-${at}`, ...event }));
    const { status, body } = await send({ events: events.map((event) => ({ ...event, timestamp, odd: 1 })) });
    expect([status, body.success, body.processed]).toEqual([200, true, 9]);
    expect(await stored()).toEqual(
      events.map(({ id, type, ...data }) => ({ id, type, data, occurred_at: new Date(timestamp) })),
    );
  });

  it("returns the changed preferences", async () => {
    const { body } = await visitor.report({ type: "filter_change", filter: "price_max", value: 500_000 });
    expect(body.updated_preferences).toEqual([
      {
        type: "price",
        key: "price",
        min: null,
        max: 500_000,
        confidence: expect.any(Number),
        source: "inferred",
        confirmed: false,
      },
    ]);
    const again = await visitor.report({ type: "search_query", query: "" });
    expect(again.body).toEqual({ success: true, processed: 1, updated_preferences: [] });
  });

  it("counts an event once, in one batch, in two, or in ten at the same time", async () => {
    const event = { id: "same", type: "favorite_added", listing_id: brokerage.eagle[0], timestamp };
    expect((await send({ events: [event, event] })).body.processed).toBe(1);
    const before = await visitor.status();
    expect((await send({ events: [event] })).body).toEqual({
      success: true,
      processed: 0,
      updated_preferences: [],
    });
    const others = Array.from({ length: 10 }, (_, at) => ({ ...event, id: `other-${at % 5}` }));
    const replies = await Promise.all(others.map((other) => send({ events: [event, other] })));
    expect(replies.reduce((sum, { body }) => sum + body.processed, 0)).toBe(5);
    expect(await stored()).toHaveLength(6);
    expect((await visitor.status()).session_age_minutes).toBe(before.session_age_minutes);
  });

  it("takes the same id from two visitors as two events", async () => {
    const other = await brokerage.startSession();
    const event = { id: "same", type: "search_query", query: "pool" };
    expect((await visitor.report(event)).body.processed).toBe(1);
    expect((await other.report(event)).body.processed).toBe(1);
  });

  it("infers the same preferences in any order of events with the same timestamps", async () => {
    const at = (second: number) => `2026-06-15T11:00:${String(second).padStart(2, "0")}Z`;
    const events = [
      ...brokerage.eagle.map((listing_id) => ({ type: "property_view", listing_id })),
      ...brokerage.nampa.map((listing_id) => ({ type: "favorite_removed", listing_id })),
      { type: "filter_change", filter: "price_max", value: 700_000 },
      { type: "filter_change", filter: "price_max", value: 600_000 },
      { type: "search_query", query: "4 bedrooms in Eagle" },
    ].map((event, second) => ({ id: `e${second}`, timestamp: at(second), ...event }));
    await send({ events });
    const backwards = await brokerage.startSession();
    for (const event of events.toReversed()) await backwards.report(event);
    const preferences = await visitor.preferences();
    expect(await backwards.preferences()).toEqual(preferences);
    // Of two changes of one filter the later timestamp wins.
    expect(preferences.price.max).toBe(600_000);
  });

  it("orders events with equal timestamps and no ids by arrival", async () => {
    for (const most of [500_000, 600_000, 450_000, 700_000]) {
      await send({
        events: [400_000, most].map((value) => ({
          type: "filter_change",
          filter: "price_max",
          value,
          timestamp,
        })),
      });
      expect((await visitor.preferences()).price.max).toBe(most);
      lintel.clock.advance(1);
    }
  });

  it("counts the limit of the session in the body, beside any session in the header: 100 in 15 minutes", async () => {
    const limited = await startTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "true" });
    const { host } = await limited.createTenant("limited");
    const { body: session } = await limited.call("/sessions", { method: "POST", host, body: {} });
    const statuses = new Map<number, number>();
    for (let nth = 0; nth < 110; nth++) {
      const { status } = await limited.call("/sessions/events", {
        method: "POST",
        host,
        headers: { "x-session-id": randomUUID(), "x-forwarded-for": `198.51.100.${nth % 10}` },
        body: {
          session_id: session.session_id,
          events: [{ type: "search_query", query: "pool", timestamp }],
        },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [200, 100],
      [429, 10],
    ]);
    await limited.close();
  });

  it("accepts a beacon: text/plain, with the session in its body and no header", async () => {
    const body = JSON.stringify({
      session_id: visitor.id.toUpperCase(),
      events: [{ type: "search_query", query: "pool", timestamp }],
    });
    const beacon = (text: string, contentType: string) =>
      lintel.call("/sessions/events", {
        method: "POST",
        host: brokerage.host,
        headers: { "content-type": contentType },
        body: text,
      });
    expect(outcome(await beacon(body, "text/plain;charset=UTF-8"))).toMatchObject([200, { processed: 1 }]);
    expect(outcome(await beacon("{", "text/plain"))).toEqual([400, { detail: "Malformed JSON" }]);
    expect((await beacon(body, "text/html")).status).toBe(415);
    const unknownCaller = body.replace(visitor.id.toUpperCase(), crypto.randomUUID());
    expect(outcome(await beacon(unknownCaller, "text/plain"))).toEqual([
      404,
      { detail: "Session not found" },
    ]);
  });

  const view = { type: "property_view", listing_id: "L1", timestamp };
  const photo = { type: "photo_engagement", listing_id: "L1", photo_index: 0, dwell_ms: 5, timestamp };
  const refusals: [unknown, string][] = [
    [{}, "events is required"],
    [{ events: {} }, "events must be a list"],
    [{ events: [7] }, "events.0 must be an object"],
    [{ events: [{ timestamp }] }, "events.0.type is required"],
    [{ events: [{ type: "click", timestamp }] }, "events.0.type must be one of property_view"],
    [{ events: [{ type: "search_query", query: "x" }] }, "events.0.timestamp is required"],
    [{ events: [{ ...view, timestamp: "yesterday" }] }, "events.0.timestamp must be a valid timestamp"],
    [{ events: [{ ...view, timestamp: 1_750_000_000 }] }, "events.0.timestamp must be text"],
    [{ events: [view, { type: "property_view", timestamp }] }, "events.1.listing_id is required"],
    [{ events: [{ ...view, listing_id: "" }] }, "events.0.listing_id must not be empty"],
    [{ events: [{ ...view, listing_id: 5 }] }, "events.0.listing_id must be text"],
    [{ events: [{ ...view, engagement: 5 }] }, "events.0.engagement must be an object"],
    [
      { events: [{ ...view, engagement: { scroll_percent: 101 } }] },
      "scroll_percent must be between 0 and 100",
    ],
    [{ events: [{ ...view, engagement: { time_seconds: "9" } }] }, "time_seconds must be a number"],
    [{ events: [{ ...view, engagement: { used_calculator: 1 } }] }, "used_calculator must be true or false"],
    [{ events: [{ ...view, id: "" }] }, "events.0.id must not be empty"],
    [{ events: [{ ...view, id: "x".repeat(65) }] }, "events.0.id must be at most 64 characters"],
    [{ events: [{ ...photo, photo_index: undefined }] }, "events.0.photo_index is required"],
    [{ events: [{ ...photo, dwell_ms: -1 }] }, "events.0.dwell_ms must be between 0"],
    [{ events: [{ ...photo, zoomed: "yes" }] }, "events.0.zoomed must be true or false"],
    [{ events: [{ type: "filter_change", value: 1, timestamp }] }, "events.0.filter is required"],
    [{ events: [{ type: "filter_change", filter: "beds", timestamp }] }, "events.0.value is required"],
    [{ events: [{ type: "search_query", timestamp }] }, "events.0.query is required"],
    [{ events: [{ type: "favorite_added", timestamp }] }, "events.0.listing_id is required"],
    [{ events: [{ type: "favorite_removed", timestamp }] }, "events.0.listing_id is required"],
    [{ events: Array.from({ length: 1001 }, () => view) }, "events must have at most 1000 items"],
  ];
  it.each(refusals.map(([body, detail]) => ({ body, detail })))(
    "refuses with 400: $detail",
    async ({ body, detail }) => {
      const reply = await send(body);
      expect([reply.status, reply.body.detail]).toEqual([400, expect.stringContaining(detail)]);
      expect(await stored()).toEqual([]);
    },
  );

  it("refuses a filter value that is too long or too deep, and names the field", async () => {
    const filter = { type: "filter_change", filter: "x", timestamp };
    const detail = "events.1.value must be at most 2000 characters of JSON";
    const long = await send({ events: [view, { ...filter, value: "x".repeat(2000) }] });
    expect(outcome(long)).toEqual([400, { detail }]);
    const deep = `{"events":[${JSON.stringify(view)},${JSON.stringify(filter).slice(0, -1)},"value":${"[".repeat(50_000)}${"]".repeat(50_000)}}]}`;
    const headers = { "content-type": "application/json", "x-session-id": visitor.id };
    const reply = await lintel.call("/sessions/events", {
      method: "POST",
      host: brokerage.host,
      headers,
      body: deep,
    });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(await stored()).toEqual([]);
  });

  it("accepts 1,000 events per request, and keeps the latest 5,000", async () => {
    const batch = (from: number) =>
      Array.from({ length: 1000 }, (_, at) => ({
        id: `n${from + at}`,
        type: "search_query",
        query: "",
        timestamp: new Date(Date.UTC(2026, 5, 1) + (from + at) * 1000).toISOString(),
      }));
    for (const from of [1000, 2000, 3000, 4000, 5000, 0]) {
      expect((await send({ events: batch(from) })).body.processed).toBe(1000);
    }
    const kept = await stored();
    expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([5000, "n1000", "n5999"]);
  });

  it("keeps the latest events up to 500,000 characters, and deletes the listings of dropped events", async () => {
    const words = (from: number, character: string) =>
      Array.from({ length: 300 }, (_, at) => ({
        id: `${character}${from + at}`,
        type: "search_query",
        query: character.repeat(1000),
        timestamp: new Date(Date.UTC(2026, 5, 1) + (from + at) * 1000).toISOString(),
      }));
    const early = { ...view, listing_id: brokerage.eagle[0], id: "early", timestamp: "2026-05-01T00:00:00Z" };
    await send({ events: [early, ...words(1000, "a")] });
    const listings = () =>
      lintel.database.db
        .selectFrom("visitor_listings")
        .select("listing_id")
        .where("session_id", "=", visitor.id)
        .execute();
    expect(await listings()).toHaveLength(1);
    await send({ events: words(2000, "b") });
    const kept = await stored();
    expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([500, "a1100", "b2299"]);
    expect(await listings()).toEqual([]);
  });

  it("ignores listings that this brokerage's visitors do not see", async () => {
    const other = await openVisitors(lintel, "events-other");
    await visitor.view(...other.eagle);
    const { properties_viewed, preferences } = await visitor.status();
    expect([properties_viewed, preferences.locations, preferences.price]).toEqual([8, [], null]);
  });

  it("replaces lone surrogates by U+FFFD, and refuses NUL anywhere", async () => {
    const half = "\ud800";
    const filter = { type: "filter_change", filter: "x", timestamp };
    const { status } = await send({
      events: [
        { ...filter, id: "a", filter: half, value: { [half]: [half, "\\ud800", "😀"] } },
        { type: "property_view", id: "b", listing_id: half, timestamp },
        { type: "search_query", id: half, query: half, timestamp },
      ],
    });
    expect(status).toBe(200);
    expect((await stored()).map(({ id, data }) => [id, data])).toEqual([
      ["a", { filter: "\ufffd", value: { "\ufffd": ["\ufffd", "\\ud800", "😀"] } }],
      ["b", { listing_id: "\ufffd" }],
      ["\ufffd", { query: "\ufffd" }],
    ]);
    for (const value of [{ "a\u0000": 1 }, ["\u0000"]]) {
      const refused = await send({ events: [{ ...filter, value }] });
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining("NUL characters")]);
    }
    expect((await send({ events: [{ ...filter, value: "\\u0000" }] })).status).toBe(200);
  });

  it("refuses years outside of the calendar, and replaces timestamps of a clock that is far ahead by now", async () => {
    for (const odd of ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
      expect((await send({ events: [{ type: "search_query", query: "", timestamp: odd }] })).status).toBe(
        400,
      );
    const most = (value: number, at: string) => ({
      type: "filter_change",
      filter: "price_max",
      value,
      timestamp: at,
    });
    await send({ events: [most(400_000, "2999-01-01T00:00:00Z")] });
    lintel.clock.advance(1000);
    await send({ events: [most(500_000, lintel.clock.now().toISOString())] });
    expect((await visitor.preferences()).price.max).toBe(500_000);
  });

  it("returns preferences that are no longer known with confidence 0", async () => {
    await visitor.report({ type: "filter_change", filter: "price_max", value: 500_000 });
    lintel.clock.advance(1000);
    const { body } = await visitor.report({ type: "filter_change", filter: "price_max", value: null });
    expect(body.updated_preferences).toMatchObject([{ type: "price", max: 500_000, confidence: 0 }]);
  });

  it("uses a listing's traits at the time of the view, even when they were cached for another visitor", async () => {
    const [id] = brokerage.nampa as [string];
    const towns = async () => {
      const next = await brokerage.startSession();
      await next.report(
        { type: "favorite_added", listing_id: id },
        { type: "property_view", listing_id: id },
      );
      return (await next.preferences()).locations.map(({ value }: { value: string }) => value);
    };
    expect([await towns(), await towns()]).toEqual([["Nampa"], ["Nampa"]]);
    await lintel.importListings("events", [home({ ListingId: id, City: "Star" })]);
    expect(await towns()).toEqual(["Star"]);
  });
});
