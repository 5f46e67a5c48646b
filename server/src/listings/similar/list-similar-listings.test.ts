import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

type Similar = { listing_id: string; similarity_score: number; reasons: string[] };

describe("listSimilarListings", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "alike", [
      at("itself", 43.6, -116.2, { InteriorFeatures: "Fireplace,Quartz Counters,Catholic chapel" }),
      at("twin", 43.6, -116.2, { InteriorFeatures: "Fireplace,Quartz Counters,Catholic chapel" }),
      at("dearer", 43.6, -116.2, { ListPrice: 600_000 }),
      at("sold twin", 43.6, -116.2, { StandardStatus: "Closed", CloseDate: "2026-06-10" }),
      at("next town", 43.65, -116.25, { City: "Eagle" }),
      at("far part of the city", 44.6, -116.2),
      at("far away", 45.6, -116.2, { City: "Moscow" }),
      at("land", 43.6, -116.2, { PropertyType: "Land" }),
    ]);
  });
  afterAll(() => lintel.close());

  const similar = async (id: string, query = "") => {
    const { status, body } = await market.get(`/api/properties/${encodeURIComponent(id)}/similar?${query}`);
    expect(status).toBe(200);
    return body as Similar[];
  };

  it("has listings of the same type in the same city or within 15 miles, Active ones first, never itself", async () => {
    const found = await similar("itself");
    expect(found.map(({ listing_id }) => listing_id)).toEqual([
      "twin",
      "next town",
      "far part of the city",
      "dearer",
      "sold twin",
    ]);
    const scores = found.slice(0, -1).map(({ similarity_score }) => similarity_score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(Math.min(...scores) >= 0 && Math.max(...scores) <= 1).toBe(true);
  });

  it("has the cards of lists, with reasons in plain words", async () => {
    const [twin, town] = await similar("itself");
    expect(town?.reasons).toEqual([
      "within 5 miles",
      "price within 5 %",
      "size within 5 %",
      "same number of bedrooms",
    ]);
    const { items } = await market.search("page_size=100");
    const card = items.find(({ listing_id }: Similar) => listing_id === "twin");
    expect(twin).toEqual({ ...card, similarity_score: twin?.similarity_score, reasons: twin?.reasons });
    expect(twin?.reasons).toContain("same city");
  });

  it("compares no words of protected classes", async () => {
    const [twin] = await similar("itself");
    expect(twin?.reasons).toContain("both have: fireplace, quartz counters");
    expect(twin?.reasons.join().toLowerCase()).not.toContain("catholic");
  });

  it("has 10 by default and at most 50", async () => {
    const many = Array.from({ length: 60 }, (_, nth) => at(`many-${nth}`, 43.6, -116.2));
    const crowded = await openMarket(lintel, "many", many);
    const count = async (query: string) =>
      (await crowded.get(`/api/properties/many-0/similar?${query}`)).body.length;
    expect([await count(""), await count("limit=3"), await count("limit=50")]).toEqual([10, 3, 50]);
    for (const limit of [0, 51, "x"]) {
      const { status, body } = await crowded.get(`/api/properties/many-0/similar?limit=${limit}`);
      expect([status, body.detail[0].loc]).toEqual([422, ["query", "limit"]]);
    }
  });

  it("compares nothing that a source hides", async () => {
    const key = await lintel.createKey("admin");
    const put = (rules: object) =>
      lintel.call(`/api/admin/sources/${market.source}/rules`, { method: "PUT", key, body: rules });
    await put({ fields_hidden: ["list_price", "features"] });
    await lintel.services.listings.index.catchUp();
    const reasons = (await similar("itself")).flatMap((each) => each.reasons).join();
    expect(reasons).not.toMatch(/price|both have/);
    await put({ fields_hidden: [] });
    await lintel.services.listings.index.catchUp();
  });

  it("answers 404 for a listing that is not there, or is another brokerage's", async () => {
    const other = await openMarket(lintel, "elsewhere", []);
    for (const [{ get }, id] of [
      [market, "nothing"],
      [other, "itself"],
    ] as const) {
      const { status, body } = await get(`/api/properties/${id}/similar`);
      expect([status, body]).toEqual([404, { detail: "Property not found" }]);
    }
  });
});

function at(ListingId: string, Latitude: number, Longitude: number, more = {}) {
  return home({ ListingId, Latitude, Longitude, ...more });
}
