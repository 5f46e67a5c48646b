import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitors, type Visitor, type VisitorFixture } from "../../../test/harness/visitor-fixture.ts";

const notThere = [404, { detail: "Preference not found" }];

describe("judgePreference", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  let visitor: Visitor;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openVisitors(lintel, "judging");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    visitor = await brokerage.startSession();
    await visitor.becomeCertain();
  });

  const judge = (path: string, action: unknown) =>
    visitor.call(`/sessions/preferences/${path}/confirm`, { method: "POST", body: { action } });

  it.each([
    "price/price",
    "price/max",
    "price/MAX",
    "bedrooms/bedrooms",
    "bedrooms/min",
    "locations/eagle",
    "locations/EAGLE",
    "features/Pool",
  ])("confirms %s: confidence 100, still inferred", async (path) => {
    const { status, body } = await judge(path, "confirm");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      preference: { type: path.split("/")[0], confidence: 100, source: "inferred", confirmed: true },
    });
  });

  it("keeps a confirmed preference, after any later events", async () => {
    const { body } = await judge("price/price", "confirm");
    await visitor.report(
      { type: "filter_change", filter: "max_price", value: 2_000_000 },
      ...brokerage.nampa.map((listing_id) => ({ type: "favorite_added", listing_id })),
    );
    const { min, max } = body.preference;
    expect((await visitor.preferences()).price).toEqual({
      min,
      max,
      confidence: 100,
      source: "inferred",
      confirmed: true,
    });
  });

  it("rejects to confidence 0; it stays visible, and later events do not restore it", async () => {
    expect((await judge("locations/Eagle", "reject")).body).toEqual({
      success: true,
      preference: {
        type: "locations",
        key: "Eagle",
        value: "Eagle",
        confidence: 0,
        source: "inferred",
        confirmed: false,
      },
    });
    await visitor.view(...brokerage.eagle);
    const { locations } = await visitor.preferences();
    expect(locations.find(({ value }: { value: string }) => value === "Eagle").confidence).toBe(0);
  });

  it("rejects what the visitor has added, and confirms it again", async () => {
    await visitor.call("/sessions/preferences", { method: "POST", body: { type: "price", value: 600_000 } });
    expect((await judge("price/max", "reject")).body.preference).toMatchObject({
      max: 600_000,
      confidence: 0,
      source: "user_added",
    });
    expect((await judge("price/max", "confirm")).body.preference).toMatchObject({
      max: 600_000,
      confidence: 100,
      source: "user_added",
      confirmed: true,
    });
  });

  it.each([undefined, null, "", "Confirm", "delete", 1, ["confirm"]])(
    "refuses the action %j",
    async (action) => {
      const { status, body } = await judge("price/price", action);
      expect([status, body.detail]).toEqual([400, expect.stringContaining("action")]);
      expect((await visitor.preferences()).price.confirmed).toBe(false);
    },
  );

  it.each([
    "locations/Atlantis",
    "features/unheard_of",
    "bathrooms/max",
    "bedrooms/max",
    "colour/red",
    "price/most",
    "negative/hoa",
  ])("answers 404 for %s", async (path) => {
    expect(outcome(await judge(path, "confirm"))).toEqual(notThere);
  });

  it("accepts keys with signs, spaces and other alphabets", async () => {
    for (const value of ["Coeur d'Alene", "Cañon/City", "São 100% Paulo"]) {
      await visitor.call("/sessions/preferences", { method: "POST", body: { type: "locations", value } });
      const { status, body } = await judge(`locations/${encodeURIComponent(value.toUpperCase())}`, "confirm");
      expect([status, body.preference?.value]).toEqual([200, value]);
    }
  });

  it("answers the same for another tenant's session as for a missing one", async () => {
    const elsewhere = await openVisitors(lintel, "judging-elsewhere");
    const reply = await lintel.call("/sessions/preferences/locations/Eagle/confirm", {
      method: "POST",
      host: elsewhere.host,
      headers: { "x-session-id": visitor.id },
      body: { action: "reject" },
    });
    expect(outcome(reply)).toEqual([404, { detail: "Session not found" }]);
    expect((await visitor.preferences()).locations[0].confidence).toBeGreaterThan(0);
  });
});
