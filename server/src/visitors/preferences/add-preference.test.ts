import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitors, type Visitor, type VisitorFixture } from "../../../test/harness/visitor-fixture.ts";

const sure = { confidence: 100, source: "user_added", confirmed: true };

describe("addPreference", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  let visitor: Visitor;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openVisitors(lintel, "adding");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    visitor = await brokerage.startSession();
  });

  const add = (body: unknown) => visitor.call("/sessions/preferences", { method: "POST", body });

  it.each([
    [
      { type: "price", value: 500_000 },
      { type: "price", key: "price", min: null, max: 500_000 },
    ],
    [
      { type: "price", key: "min", value: "$350,000" },
      { type: "price", key: "price", min: 350_000, max: null },
    ],
    [
      { type: "price", key: "MAX", value: "500000" },
      { type: "price", key: "price", min: null, max: 500_000 },
    ],
    [
      { type: "bedrooms", value: 3 },
      { type: "bedrooms", key: "bedrooms", min: 3 },
    ],
    [
      { type: "bathrooms", key: null, value: "2.5" },
      { type: "bathrooms", key: "bathrooms", min: 2.5 },
    ],
    [
      { type: "locations", value: " Eagle " },
      { type: "locations", key: "Eagle", value: "Eagle" },
    ],
    [
      { type: "locations", value: 83_616 },
      { type: "locations", key: "83616", value: "83616" },
    ],
    [
      { type: "features", key: "Pool", value: "Swimming pool" },
      { type: "features", key: "Pool", value: "Swimming pool" },
    ],
    [
      { type: "features", key: "garage", value: 3 },
      { type: "features", key: "garage", value: 3 },
    ],
    [
      { type: "property_types", key: "condo", value: "Condo" },
      { type: "property_types", key: "condo", value: "Condo" },
    ],
  ])("takes %j with confidence 100", async (body, preference) => {
    expect(outcome(await add(body))).toEqual([
      201,
      { success: true, preference: { ...preference, ...sure } },
    ]);
  });

  it.each([
    [{}, "type is required; value is required"],
    [{ type: "price" }, "value is required"],
    [{ type: "colour", value: "red" }, "type must be one of price, bedrooms, bathrooms"],
    [{ type: "price", key: "most", value: 1 }, "key must be min or max"],
    [{ type: "price", value: "a lot" }, "value must be a number from 0 to 1000000000000"],
    [{ type: "price", value: -1 }, "value must be a number from 0 to 1000000000000"],
    [{ type: "bedrooms", value: 101 }, "value must be a number from 0 to 100"],
    [{ type: "bedrooms", value: "" }, "value must be a number from 0 to 100"],
    [{ type: "locations", value: "  " }, "value must not be empty"],
    [{ type: "features", value: "Pool" }, "key is required for features"],
    [{ type: "property_types", key: "", value: "Condo" }, "key is required for property_types"],
    [{ type: "features", key: "pool", value: true }, "value must be text or a number"],
    [{ type: "features", key: "pool", value: null }, "value must be text or a number"],
    [{ type: "features", key: "p".repeat(101), value: "x" }, "key must be at most 100 characters"],
    [{ type: "locations", value: "x".repeat(101) }, "value must be at most 100 characters"],
    [[], "body must be an object"],
  ])("refuses %j with 400, and keeps nothing", async (body, detail) => {
    const reply = await add(body);
    expect([reply.status, reply.body.detail]).toEqual([400, expect.stringContaining(detail)]);
    expect((await visitor.status()).average_confidence).toBe(0);
  });

  it("takes precedence over inferred preferences, earlier and later ones", async () => {
    await add({ type: "bedrooms", value: 2 });
    await visitor.becomeCertain();
    await add({ type: "price", value: 300_000 });
    expect(await visitor.preferences()).toMatchObject({
      bedrooms: { min: 2, ...sure },
      price: { min: null, max: 300_000, ...sure },
    });
    await visitor.report({ type: "filter_change", filter: "max_price", value: 900_000 });
    expect((await visitor.preferences()).price).toMatchObject({ max: 300_000, ...sure });
  });

  it("replaces an earlier statement with the same key, ignoring case", async () => {
    await add({ type: "features", key: "pool", value: "yes" });
    await add({ type: "features", key: "POOL", value: "heated" });
    await add({ type: "locations", value: "EAGLE" });
    await add({ type: "locations", value: "Eagle" });
    const { features, locations } = await visitor.preferences();
    expect(features).toEqual([{ key: "POOL", value: "heated", ...sure }]);
    expect(locations).toEqual([{ value: "Eagle", ...sure }]);
  });

  it("keeps both bounds of a price; of two that exclude each other the later one holds", async () => {
    await add({ type: "price", key: "min", value: 300_000 });
    await add({ type: "price", key: "max", value: 500_000 });
    expect((await visitor.preferences()).price).toEqual({ min: 300_000, max: 500_000, ...sure });
    await add({ type: "price", key: "max", value: 200_000 });
    expect((await visitor.preferences()).price).toEqual({ min: null, max: 200_000, ...sure });
    await add({ type: "price", key: "min", value: 250_000 });
    expect((await visitor.preferences()).price).toEqual({ min: 250_000, max: null, ...sure });
  });

  it("revokes a rejection", async () => {
    await add({ type: "price", value: 500_000 });
    await visitor.call("/sessions/preferences/price/max/confirm", {
      method: "POST",
      body: { action: "reject" },
    });
    await add({ type: "price", key: "min", value: 100_000 });
    expect((await visitor.preferences()).price).toEqual({ min: 100_000, max: null, ...sure });
  });

  it("holds at most 200", async () => {
    await lintel.database.db
      .insertInto("visitor_preferences")
      .values(
        Array.from({ length: 200 }, (_, at) => ({
          session_id: visitor.id,
          type: "features",
          key: `key-${at}`,
          value: JSON.stringify({ key: `key-${at}`, value: "yes" }),
          verdict: "added",
          source: "user_added",
          said_at: lintel.clock.now(),
        })),
      )
      .execute();
    expect(outcome(await add({ type: "bedrooms", value: 3 }))).toEqual([
      400,
      { detail: "A session holds at most 200 preferences" },
    ]);
    expect((await add({ type: "features", key: "key-7", value: "no" })).status).toBe(201);
  });

  it("keeps all concurrent statements", async () => {
    const cities = Array.from({ length: 20 }, (_, at) => `City ${at}`);
    await Promise.all(cities.map((value) => add({ type: "locations", value })));
    expect((await visitor.preferences()).locations).toHaveLength(20);
  });

  it("replaces lone surrogates by U+FFFD", async () => {
    const { status, body } = await add({ type: "features", key: "a\ud800", value: "b\udc00" });
    expect([status, body.preference]).toMatchObject([201, { key: "a\ufffd", value: "b\ufffd" }]);
  });
});
