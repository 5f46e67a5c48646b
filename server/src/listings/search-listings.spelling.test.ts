import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

/** Each pair is the same search in two spellings. */
const SAME = [
  ["city=Boise", "city=boise"],
  ["city=Boise,Eagle", "city=EAGLE,Boise,boise"],
  ["listing_ids=s1,S2,s3", "listing_ids=s3,s2,S1"],
  ["status=Active,Sold", "status=closed,active"],
  ["property_type=Residential,Land", "property_type=land,residential"],
  ["features=Fireplace,pool", "features=POOL,fireplace"],
  ["without=Pond,barn", "without=barn,pond,Barn"],
  ["list_office=Oak%20Realty", "list_office=oak%20realty"],
  ["state=ID&keywords=quiet%20home", "state=id&keywords=HOME%20quiet"],
] as const;

describe("searchListings: spellings of the same filters", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    const fields = {
      ListOfficeName: "Oak Realty",
      InteriorFeatures: "Fireplace,Pool",
      PublicRemarks: "A quiet home.",
    };
    market = await openMarket(lintel, "spelled", [
      home({ ListingId: "s1", ...fields }),
      home({ ListingId: "s2", ...fields }),
      home({ ListingId: "s3", ...fields, City: "Eagle" }),
    ]);
  });
  afterAll(() => lintel.close());

  it.each(SAME)("%s and %s share cursors, tags and cached replies", async (one, other) => {
    const searches = vi.spyOn(lintel.services.listings.index, "search");
    const [first, same] = [
      await market.get(`/api/properties?${one}&page_size=1`),
      await market.get(`/api/properties?${other}&page_size=1`),
    ];
    expect(first.body.total).toBeGreaterThan(1);
    expect(same.headers.etag).toBe(first.headers.etag);
    expect(searches).toHaveBeenCalledTimes(1);
    searches.mockRestore();
    const next = await market.get(`/api/properties?${other}&page_size=1&cursor=${first.body.next_cursor}`);
    expect([next.status, next.body.items?.length]).toEqual([200, 1]);
  });

  it("share cached statistics", async () => {
    const readings = vi.spyOn(lintel.services.listings.index, "readMatches");
    const first = await market.get("/api/market-stats?city=Boise,Eagle");
    const same = await market.get("/api/market-stats?city=eagle,BOISE");
    expect([first.status, same.headers.etag]).toEqual([200, first.headers.etag]);
    expect(readings).toHaveBeenCalledTimes(1);
    readings.mockRestore();
  });

  it("keep their own spelling in near misses", async () => {
    for (const city of ["Nampa", "nampa"]) {
      const { near_misses } = await market.search(`city=${city}&near_misses=true`);
      expect(near_misses).toEqual([{ parameter: "city", from: [city], to: null, total: 3 }]);
    }
  });
});
