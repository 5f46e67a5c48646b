import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { openVisitors, type VisitorFixture } from "../../test/harness/visitor-fixture.ts";

const MINUTE = 60_000;

describe("listLeadVisits", () => {
  let lintel: TestApp;
  let north: VisitorFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openVisitors(lintel, "north");
    await north.hire("Ann");
  });
  afterAll(() => lintel.close());

  const visitsOf = (lead: number, key: string) => lintel.call(`/api/v1/admin/leads/${lead}/visits`, { key });

  it("groups the events of the lead's sessions, newest first, without the words of searches", async () => {
    const visitor = await north.startSession();
    await visitor.report(
      { type: "search_query", query: "family neighborhood" },
      { type: "property_view", listing_id: north.eagle[0], engagement: { time_seconds: 30 } },
    );
    lintel.clock.advance(10 * MINUTE);
    await visitor.report(
      { type: "property_view", listing_id: north.eagle[1], engagement: { time_seconds: 90 } },
      { type: "favorite_added", listing_id: north.eagle[1] },
    );
    const { body: registered } = await visitor.call("/register", {
      method: "POST",
      body: { name: "Ada Lovelace", email: "ada@visitors.test" },
    });
    lintel.clock.advance(31 * MINUTE);
    await visitor.report({ type: "property_view", listing_id: "gone" });
    const { body, text } = await visitsOf(registered.lead_id, north.broker);
    expect(body.items).toMatchObject([
      {
        homes: [{ listing_id: "gone", address: null, views: 1, seconds: 0 }],
        searches: 0,
        favorites_added: 0,
      },
      {
        homes: [
          { listing_id: north.eagle[1], city: "Eagle", list_price: 490_000, seconds: 90 },
          { listing_id: north.eagle[0], city: "Eagle", list_price: 480_000, seconds: 30 },
        ],
        searches: 1,
        favorites_added: 1,
      },
    ]);
    expect(text).not.toContain("family");
    const [, first] = body.items;
    expect(Date.parse(first.ended_at) - Date.parse(first.started_at)).toBe(11.5 * MINUTE);
  });

  it("shows nothing of other people, and no lead out of scope", async () => {
    const stranger = await north.startSession();
    await stranger.view(...north.nampa);
    const other = await openVisitors(lintel, "other");
    const { body } = await (await north.startSession()).call("/register", {
      method: "POST",
      body: { name: "Grace Hopper", email: "grace@visitors.test" },
    });
    expect((await visitsOf(body.lead_id, north.broker)).body.items).toEqual([]);
    expect((await visitsOf(body.lead_id, other.broker)).status).toBe(404);
  });
});
