import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("searchListings: near misses", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(
      lintel,
      "near-misses",
      Array.from({ length: 60 }, (_, nth) =>
        home({
          ListingId: `H${nth}`,
          ListPrice: 200_000 + nth * 10_000,
          BedroomsTotal: nth % 6,
          City: nth % 3 === 0 ? "Boise" : "Meridian",
          StateOrProvince: nth % 20 === 0 ? "OR" : "ID",
          Latitude: 43.5 + nth / 200,
          Longitude: -116.5 + nth / 200,
          OpenHouse:
            nth % 4 === 0 ? [{ OpenHouseKey: `O${nth}`, OpenHouseDate: `2026-06-${16 + (nth % 10)}` }] : [],
          InteriorFeatures: [...(nth % 2 === 0 ? ["Fireplace"] : []), ...(nth % 5 === 0 ? ["Pantry"] : [])],
        }),
      ),
    );
  });
  afterAll(() => lintel.close());

  it.each([
    ["max_price=210000&min_beds=1&city=Boise"],
    ["features=fireplace,pantry&city=Boise&max_beds=2"],
    ["center_lat=43.5&center_lng=-116.5&radius_miles=4&min_price=205000"],
    ["min_lat=43.6&max_lat=43.62&min_lng=-116.45&max_lng=-116.38&property_type=Residential"],
    ["city=Nowhere&status=Active"],
    ["listed_within_days=4&state=any"],
    ["open_house_from=2026-06-18&open_house_to=2026-06-18"],
    ["open_house_to=2026-06-16&city=Boise"],
    ["listing_ids=H0,H1,H20&min_price=300000"],
    ["listing_ids=H0,H20,H40&max_price=700000"],
    ["listing_ids=H1,H2&state=OR"],
  ])("%s: each change gives its total, which is more", async (query) => {
    const { total, near_misses } = await market.search(`${query}&near_misses=true`);
    expect(total).toBeLessThan(10);
    expect(near_misses.length).toBeLessThanOrEqual(5);
    let before = Infinity;
    for (const { parameter, to, total: more } of near_misses) {
      const changed = new URLSearchParams(query);
      if (parameter === "box")
        for (const [name, value] of Object.entries(to)) changed.set(name, String(value));
      else if (to === null) changed.delete(parameter);
      else changed.set(parameter, String(to));
      expect((await market.search(String(changed))).total, `${parameter} of ${query}`).toBe(more);
      expect(more).toBeGreaterThan(total);
      expect(more).toBeLessThanOrEqual(before);
      before = more;
    }
  });

  it("each day of open houses is lifted alone", async () => {
    const query = "open_house_from=2026-06-18&open_house_to=2026-06-18&min_price=300000&state=any";
    const { near_misses } = await market.search(`${query}&near_misses=true`);
    expect(near_misses.map(({ parameter }: { parameter: string }) => parameter)).toEqual(
      expect.arrayContaining(["open_house_from", "open_house_to"]),
    );
  });

  it("lists are lifted, bounds move by a quarter, and counts by one", async () => {
    const { near_misses } = await market.search("max_price=210000&min_beds=1&city=Boise&near_misses=true");
    const changes = near_misses.map(({ total: _, ...change }: { total: number }) => change);
    expect(changes).toContainEqual({ parameter: "max_price", from: 210_000, to: 262_500 });
    expect(changes).toContainEqual({ parameter: "city", from: ["Boise"], to: null });
  });

  it("a list of ids is lifted: what is then found has the default state", async () => {
    // Both are in Oregon.
    const { total, near_misses } = await market.search("listing_ids=H20,H40&near_misses=true");
    expect([total, near_misses]).toEqual([
      2,
      [{ parameter: "listing_ids", from: ["H20", "H40"], to: null, total: 57 }],
    ]);
  });

  it("are none from ten matches on, and absent unless asked for", async () => {
    expect((await market.search("near_misses=true")).near_misses).toEqual([]);
    expect(await market.search("city=Nowhere")).not.toHaveProperty("near_misses");
  });
});
