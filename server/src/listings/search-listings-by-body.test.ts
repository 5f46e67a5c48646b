import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const homes = Array.from({ length: 12 }, (_, nth) =>
  home({
    ListingId: `B${nth}`,
    ListPrice: 300_000 + nth * 10_000,
    City: ["Boise", "Eagle", "Star"][nth % 3],
    BedroomsTotal: nth % 5 === 0 ? null : nth,
  }),
);

describe("searchListingsByBody", () => {
  let lintel: TestApp;
  let market: Market;
  const post = (body: object | string, headers = {}) =>
    lintel.call("/api/properties/search", { method: "POST", host: market.host, body, headers });

  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "by-body", homes);
  });
  afterAll(() => lintel.close());

  it.each([
    [{ city: ["Boise", "eagle"] }, "city=Boise,eagle"],
    [{ city: "Boise,Eagle", sort_by: "list_price" }, "city=Boise&city=Eagle&sort_by=list_price"],
    [{ min_beds: 3, max_beds: 8, include_unknown: true }, "min_beds=3&max_beds=8&include_unknown=true"],
    [{ has_photos: false, page: 2, page_size: 5 }, "has_photos=false&page=2&page_size=5"],
    [
      { center_lat: 43.6, center_lng: -116.2, radius_miles: 50 },
      "center_lat=43.6&center_lng=-116.2&radius_miles=50",
    ],
    [{}, ""],
  ])("answers %j as GET does", async (body, query) => {
    const { query_time_ms: _, ...byQuery } = await market.search(query);
    const { status, body: found } = await post(body);
    const { query_time_ms: __, ...byBody } = found;
    expect([status, byBody]).toEqual([200, byQuery]);
  });

  it("has no ETag, and takes an Idempotency-Key without keeping anything by it", async () => {
    const first = await post({ city: ["Star"] }, { "idempotency-key": "twice" });
    const second = await post({ city: ["Eagle"] }, { "idempotency-key": "twice" });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.headers.etag).toBeUndefined();
    expect(second.body.items.map(({ city }: { city: string }) => city)).toEqual(Array(4).fill("Eagle"));
  });

  it.each([
    [{ min_beds: "3" }, ["body", "min_beds"]],
    [{ min_bed: 3 }, ["body", "min_bed"]],
    [{ city: [] }, ["body", "city"]],
    [{ city: [""] }, ["body", "city", 0]],
    [{ city: 7 }, ["body", "city"]],
    [{ status: ["Active", "Nonsense"] }, ["body", "status", 1]],
    [{ min_price: 2, max_price: 1 }, ["body", "min_price"]],
    [{ min_lat: 1 }, ["body", "max_lat"]],
    [{ cursor: "nonsense" }, ["body", "cursor"]],
    [{ page: 1, cursor: "nonsense" }, ["body", "cursor"]],
    [{ sort_by: "distance_miles" }, ["body", "sort_by"]],
  ])("refuses %j, naming the field", async (body, loc) => {
    const { status, body: refusal } = await post(body);
    expect([status, refusal.detail[0].loc]).toEqual([422, loc]);
  });

  it("refuses the cursor of another list, in another order, and of another brokerage", async () => {
    const list = { city: ["Boise"], sort_by: "list_price", page_size: 2 };
    const cursor = (await post(list)).body.next_cursor;
    const { status, body } = await post({ ...list, page_size: 1, cursor });
    expect([status, body.items.length]).toEqual([200, 1]);
    for (const other of [
      { city: ["Boise", "Star"] },
      { sort_by: "beds" },
      { sort_order: "asc" },
      { min_beds: 1 },
    ]) {
      const refused = await post({ ...list, ...other, cursor });
      expect([refused.status, refused.body.detail?.[0].loc], JSON.stringify(other)).toEqual([
        422,
        ["body", "cursor"],
      ]);
    }
    const { host } = await lintel.createTenant("elsewhere");
    const foreign = await lintel.call("/api/properties/search", {
      method: "POST",
      host,
      body: { ...list, cursor },
    });
    expect([foreign.status, foreign.body.detail[0].loc]).toEqual([422, ["body", "cursor"]]);
  });

  it("goes on by cursor, also one that GET has given", async () => {
    const first = await market.search("sort_by=list_price&sort_order=asc&page_size=5");
    const ids = first.items.map((item: { listing_id: string }) => item.listing_id);
    for (let cursor = first.next_cursor; cursor !== null; ) {
      const { body } = await post({ sort_by: "list_price", sort_order: "asc", page_size: 5, cursor });
      ids.push(...body.items.map((item: { listing_id: string }) => item.listing_id));
      expect(body.total).toBe(12);
      cursor = body.next_cursor;
    }
    expect(ids).toEqual(homes.map((_, nth) => `B${nth}`));
  });
});
