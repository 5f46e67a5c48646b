import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { indexListings } from "./index.ts";

const pool = { PoolFeatures: ["In Ground"] };
const homes = [
  ...Array.from({ length: 4 }, (_, nth) => home({ ListingId: `B-${nth}`, ...pool })),
  ...Array.from({ length: 3 }, (_, nth) => home({ ListingId: `S-${nth}`, City: "Star", ...pool })),
  home({ ListingId: "N-1", City: "Nampa", ListPrice: 500_000, PublicRemarks: "Heated shop." }),
  home({ ListingId: "K-1", City: "Kuna", Latitude: 43.6, Longitude: -116.42, ...pool }),
  home({ ListingId: "N-2", City: "Nampa", ListPrice: 510_000, PublicRemarks: "Heated shop.", ...pool }),
  home({ ListingId: "E-1", City: "Emmett", CountyOrParish: "Gem", BedroomsTotal: 2, ListPrice: 500_000 }),
  ...["City", "CountyOrParish", "PropertyType", "BathroomsFull", "LivingArea"].flatMap((other) =>
    Array.from({ length: 2 }, (_, nth) => {
      const wanted = { City: "Emmett", CountyOrParish: "Gem", LivingArea: 1800 };
      const changed = {
        City: "Eagle",
        CountyOrParish: "Ada",
        PropertyType: "Land",
        BathroomsFull: 1,
        LivingArea: 1500,
      };
      const ListingId = `E-${other}-${nth}`;
      return home({ ...wanted, [other]: changed[other as keyof typeof changed], ListingId, ...pool });
    }),
  ),
];

describe("near misses of searches in plain words", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "nearest", homes);
    await indexListings(lintel.ctx);
  });
  afterAll(() => lintel.close());

  const search = async (body: object, kind = "semantic") => {
    const { host } = market;
    const reply = await lintel.call(`/api/search/${kind}`, { method: "POST", host, body });
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };

  it.each(["semantic", "multimodal"])(
    "%s search: where nothing is found, each change gives its total",
    async (kind) => {
      const { total, near_misses } = await search(
        { query: "homes in Nampa", filters: { min_beds: 4, max_price: 505_000 } },
        kind,
      );
      expect([total, near_misses]).toEqual([0, [{ parameter: "min_beds", from: 4, to: 3, total: 1 }]]);
      expect(await search({ query: "homes in Nampa" }, kind)).not.toHaveProperty("near_misses");
    },
  );

  it("lift a bound where no smaller change gives anything", async () => {
    const { total, near_misses } = await search({
      query: "homes in Nampa",
      filters: { min_price: 2_000_000 },
    });
    expect([total, near_misses]).toEqual([
      0,
      [{ parameter: "min_price", from: 2_000_000, to: null, total: 2 }],
    ]);
    const recent = await search({ query: "homes in Nampa under 10 days on market" });
    expect(recent.near_misses).toEqual([{ parameter: "max_days_on_market", from: 10, to: null, total: 2 }]);
  });

  it("count what the search would find without the features that the query refuses", async () => {
    const { total, near_misses } = await search({ query: "homes in Boise without a pool" });
    expect([total, near_misses]).toEqual([0, [{ parameter: "city", from: ["Boise"], to: null, total: 2 }]]);
    const cheap = await search({ query: "homes in Boise without a pool under 450k" });
    expect([cheap.total, cheap.near_misses]).toEqual([0, []]);
  });

  it("are the best of what the search may find, also where other changes give more of what the query refuses", async () => {
    const filters = {
      city: ["Emmett"],
      county: ["Gem"],
      property_type: ["Residential"],
      min_beds: 3,
      min_baths: 2,
      min_sqft: 1800,
    };
    const all = await market.search(
      "near_misses=true&state=any&city=Emmett&county=Gem&property_type=Residential&min_beds=3&min_baths=2&min_sqft=1800",
    );
    expect(all.near_misses.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
      "city",
      "county",
      "min_baths",
      "min_sqft",
      "property_type",
    ]);
    const { total, near_misses } = await search({ query: "homes without a pool", filters });
    expect([total, near_misses]).toEqual([0, [{ parameter: "min_beds", from: 3, to: 2, total: 1 }]]);
  });

  it("are none with a wider polygon that crosses itself by what is rounded", async () => {
    const ring = [
      [-116.4, 43.5],
      [-116.1, 43.6],
      [-116.1, 43.72252],
      [-116.2125, 43.5625],
      [-116.4, 43.7],
      [-116.4, 43.5],
    ];
    const { total, near_misses } = await search({
      query: "homes in Kuna",
      filters: { polygon: { type: "Polygon", coordinates: [ring] } },
    });
    expect([total, near_misses]).toEqual([0, []]);
  });

  it("are none where the sources' rules leave nothing to compare", async () => {
    const key = await lintel.createKey("admin");
    const rules = (ai: boolean) =>
      lintel.call(`/api/admin/sources/${market.source}/rules`, { method: "PUT", key, body: { ai } });
    expect((await rules(false)).status).toBe(200);
    const { total, near_misses } = await search({ query: "heated shop in Nampa" });
    expect([total, near_misses]).toEqual([0, []]);
    await rules(true);
  });
});
