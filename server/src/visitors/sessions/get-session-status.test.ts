import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitors, type VisitorFixture } from "../../../test/harness/visitor-fixture.ts";

describe("getSessionStatus", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openVisitors(lintel, "status");
  });
  afterAll(() => lintel.close());

  it("reports no preferences for a new visitor", async () => {
    const visitor = await brokerage.startSession();
    expect(await visitor.status()).toEqual({
      ready: false,
      session_age_minutes: 0,
      properties_viewed: 0,
      average_confidence: 0,
      preferences: {
        price: null,
        bedrooms: null,
        bathrooms: null,
        locations: [],
        features: [],
        property_types: [],
        negative: [],
      },
      freeform_notes: "",
      assigned_agent_id: null,
    });
  });

  it("returns the age in minutes, the number of distinct listings, the notes and the chosen agent", async () => {
    const visitor = await brokerage.startSession();
    const agent = await brokerage.hire("Ann");
    await visitor.view(
      brokerage.eagle[0] as string,
      brokerage.eagle[0] as string,
      brokerage.eagle[1] as string,
    );
    await visitor.call("/sessions/preferences/notes", { method: "POST", body: { notes: "A quiet street" } });
    await visitor.call("/sessions/assign-agent", { method: "POST", body: { agent_id: String(agent) } });
    lintel.clock.advance(90_000);
    expect(await visitor.status()).toMatchObject({
      session_age_minutes: 1.5,
      properties_viewed: 2,
      freeform_notes: "A quiet street",
      assigned_agent_id: String(agent),
    });
  });

  it("is ready from three properties and an average confidence of 60 on, not with one alone", async () => {
    const visitor = await brokerage.startSession();
    for (const [type, value] of [
      ["price", 500_000],
      ["bedrooms", 3],
    ]) {
      await visitor.call("/sessions/preferences", { method: "POST", body: { type, value } });
    }
    expect(await visitor.status()).toMatchObject({ ready: false, average_confidence: 100 });
    for (const listing of brokerage.nampa.slice(0, 2))
      await visitor.report({ type: "property_view", listing_id: listing });
    expect((await visitor.status()).ready).toBe(false);
    await visitor.report({ type: "property_view", listing_id: "unknown-listing" });
    expect(await visitor.status()).toMatchObject({ ready: true, properties_viewed: 3 });

    const unsure = await brokerage.startSession();
    for (const listing of brokerage.eagle.slice(0, 3))
      await unsure.report({ type: "property_view", listing_id: listing });
    const { ready, properties_viewed, average_confidence } = await unsure.status();
    expect([ready, properties_viewed, average_confidence < 60]).toEqual([false, 3, true]);
  });

  it("leaves rejected preferences out of the average", async () => {
    const visitor = await brokerage.startSession();
    await visitor.call("/sessions/preferences", { method: "POST", body: { type: "bedrooms", value: 3 } });
    const add = (value: string) =>
      visitor.call("/sessions/preferences", { method: "POST", body: { type: "locations", value } });
    await add("Eagle");
    await visitor.call("/sessions/preferences/locations/eagle/confirm", {
      method: "POST",
      body: { action: "reject" },
    });
    const { average_confidence, preferences } = await visitor.status();
    expect(average_confidence).toBe(100);
    expect(preferences.locations).toEqual([
      { value: "Eagle", confidence: 0, source: "user_added", confirmed: false },
    ]);
  });
});
