import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

type Check = { parameter: string; wanted: unknown; has: unknown; holds: boolean };

describe("explainMatch", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "why", [
      home({
        ListingId: "POOL",
        City: "Boise",
        PublicRemarks: "A pool and a shop.",
        UnparsedAddress: "12 Alder Street",
        BedroomsTotal: 3,
        ListPrice: 400_000,
        LivingArea: 1600,
        Latitude: 43.6,
        Longitude: -116.2,
        InteriorFeatures: ["Fireplace"],
        ListOfficeName: "Oak Realty",
        OpenHouse: [
          {
            OpenHouseKey: "1",
            OpenHouseDate: "2026-06-20",
            OpenHouseType: "Public",
            OpenHouseStatus: "Active",
          },
        ],
      }),
      home({
        ListingId: "BARE",
        City: null,
        BedroomsTotal: null,
        ListPrice: null,
        StandardStatus: "Pending",
      }),
      home({ ListingId: "OREGON", StateOrProvince: "OR", City: "Ontario", BedroomsTotal: 5, Stories: 1.5 }),
      home({
        ListingId: "HIDDEN",
        InternetAddressDisplayYN: false,
        UnparsedAddress: "9 Secret Road",
        Latitude: 43.61234,
        Longitude: -116.2,
      }),
      home({ ListingId: "GONE", StandardStatus: "Withdrawn" }),
    ]);
  });
  afterAll(() => lintel.close());

  const why = async (id: string, query: string) => {
    const { status, body } = await market.get(`/api/properties/${id}/why?${query}`);
    expect(status).toBe(200);
    return body as { matches: boolean; checks: Check[] };
  };

  it("checks each filter by itself, the default state too, with what the listing shows", async () => {
    const query = "min_beds=4&city=Boise,Star&max_price_per_sqft=250&features=fireplace";
    const { matches, checks } = await why("POOL", query);
    expect(matches).toBe(false);
    expect(checks.toSorted((a, b) => (a.parameter < b.parameter ? -1 : 1))).toEqual([
      { parameter: "city", wanted: ["Boise", "Star"], has: "Boise", holds: true },
      { parameter: "features", wanted: ["fireplace"], has: ["Fireplace"], holds: true },
      { parameter: "max_price_per_sqft", wanted: 250, has: 250, holds: true },
      { parameter: "min_beds", wanted: 4, has: 3, holds: false },
      { parameter: "state", wanted: "ID", has: "ID", holds: true },
    ]);
  });

  it("shows the distance of a radius, the words of keywords and the days of open houses", async () => {
    const query =
      "center_lat=43.7&center_lng=-116.2&radius_miles=2&keywords=pool barn&open_house_from=2026-06-20&open_house_to=2026-06-21";
    const { checks } = await why("POOL", query);
    const found = Object.fromEntries(checks.map(({ parameter, has, holds }) => [parameter, [has, holds]]));
    expect(found).toEqual({
      state: ["ID", true],
      radius_miles: [6.91, false],
      keywords: [["pool"], false],
      open_house_from: [["2026-06-20"], true],
      open_house_to: [["2026-06-20"], true],
    });
  });

  it("agrees with the list about each listing", async () => {
    const queries = [
      "",
      "state=any&min_beds=1",
      "min_beds=1&include_unknown=true",
      "state=OR&min_stories=2",
      "state=any&without=fireplace&status=Active,Pending",
      "list_office=oak realty&has_photos=false",
      "min_lat=43.5&max_lat=43.61&min_lng=-117&max_lng=-116",
      "center_lat=43.6&center_lng=-116.2&radius_miles=1",
      `polygon=${encodeURIComponent(
        JSON.stringify({
          type: "Polygon",
          coordinates: [
            [
              [-117, 43],
              [-116, 43],
              [-116, 44],
              [-117, 44],
              [-117, 43],
            ],
          ],
        }),
      )}`,
      "keywords=secret",
      "keywords=alder&open_house_to=2026-06-19",
      "listing_ids=bare,oregon&max_price=1",
      "listed_within_days=5000&property_type=Residential&max_days_on_market=9000",
    ];
    for (const query of queries) {
      const listed = await market.ids(query);
      for (const id of ["POOL", "BARE", "OREGON", "HIDDEN"]) {
        const { matches, checks } = await why(id, query);
        expect([query, id, matches, checks.every(({ holds }) => holds)]).toEqual([
          query,
          id,
          listed.includes(id),
          listed.includes(id),
        ]);
      }
    }
  });

  it("shows nothing of a hidden address, and answers 404 and 422 as always", async () => {
    const { checks } = await why("HIDDEN", "keywords=secret&min_lat=43&max_lat=44&min_lng=-117&max_lng=-116");
    expect(checks.find(({ parameter }) => parameter === "keywords")).toMatchObject({ has: [], holds: false });
    expect(checks.find(({ parameter }) => parameter === "min_lat")).toMatchObject({
      has: 43.61,
      holds: true,
    });
    for (const id of ["GONE", "NONE"])
      expect((await market.get(`/api/properties/${id}/why?min_beds=1`)).status).toBe(404);
    expect((await market.get("/api/properties/POOL/why?min_beds=many")).status).toBe(422);
    expect((await market.get("/api/properties/POOL/why?min_lat=1")).status).toBe(422);
    const { host } = await lintel.createTenant("elsewhere");
    await lintel.importListings("other", [home({ ListingId: "OTHER" })]);
    expect((await lintel.call("/api/properties/OTHER/why", { host: market.host })).status).toBe(404);
    expect(host).not.toBe(market.host);
  });
});
