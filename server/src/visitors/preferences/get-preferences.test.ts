import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitors, type VisitorFixture } from "../../../test/harness/visitor-fixture.ts";

describe("getPreferences", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openVisitors(lintel, "reading");
  });
  afterAll(() => lintel.close());

  it("returns every type in the specified shape, inferred and added", async () => {
    const visitor = await brokerage.startSession();
    await visitor.becomeCertain();
    await visitor.call("/sessions/preferences", {
      method: "POST",
      body: { type: "features", key: "rv_parking", value: "RV parking" },
    });
    const preferences = await visitor.preferences();
    const number = expect.any(Number);
    const inferred = { confidence: number, source: "inferred", confirmed: false };
    expect(preferences).toMatchObject({
      price: { max: 560_000, ...inferred },
      bedrooms: { min: 4, ...inferred },
      locations: [{ value: "Eagle", ...inferred }],
    });
    expect(preferences.features).toContainEqual({
      key: "rv_parking",
      value: "RV parking",
      confidence: 100,
      source: "user_added",
      confirmed: true,
    });
    expect(preferences.features).toContainEqual({ key: "pool", value: expect.any(String), ...inferred });
    for (const { confidence } of preferences.features) {
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(100);
    }
  });

  it("returns nothing to another visitor", async () => {
    const [one, other] = [await brokerage.startSession(), await brokerage.startSession()];
    await one.becomeCertain();
    expect((await other.preferences()).locations).toEqual([]);
  });

  it("is refused to pages of other websites, with any headers", async () => {
    const visitor = await brokerage.startSession();
    const { headers } = await visitor.call("/sessions/preferences", {
      headers: { origin: "https://evil.test" },
    });
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect(headers["cache-control"]).toBe("no-store");
    const own = await visitor.call("/sessions/preferences", {
      headers: { origin: `https://${brokerage.host}` },
    });
    expect(own.headers["access-control-allow-origin"]).toBe(`https://${brokerage.host}`);
  });
});
