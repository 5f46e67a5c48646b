import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, openMarket, subscribe } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("listCities", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  const cities = async (host: string) => (await lintel.call("/api/properties/cities/list", { host })).body;

  it("counts the Active public listings of each city, in every state, by name", async () => {
    const { host } = await openMarket(lintel, "counts", [
      home({ ListingId: "1", City: "Nampa" }),
      home({ ListingId: "2", City: "Boise" }),
      home({ ListingId: "3", City: "Boise", Latitude: 43.6, Longitude: -116.2 }),
      home({ ListingId: "4", City: "Ontario", StateOrProvince: "OR", PropertyType: "Land" }),
      home({ ListingId: "5", City: "Boise", StandardStatus: "Pending" }),
      home({ ListingId: "6", City: "Kuna", StandardStatus: "Closed", CloseDate: "2026-06-01" }),
      home({ ListingId: "7", City: "Kuna", StandardStatus: "Hold" }),
      home({ ListingId: "8", City: "Kuna", InternetEntireListingDisplayYN: false }),
      home({ ListingId: "9", City: null }),
    ]);
    expect(await cities(host)).toEqual({
      cities: [
        { city: "Boise", count: 2 },
        { city: "Nampa", count: 1 },
        { city: "Ontario", count: 1 },
      ],
    });
  });

  it("counts one city once, however its listings spell it", async () => {
    const { host } = await openMarket(lintel, "spellings", [
      home({ ListingId: "s1", City: "McCall" }),
      home({ ListingId: "s2", City: "MCCALL" }),
      home({ ListingId: "s3", City: "mccall" }),
    ]);
    expect(await cities(host)).toEqual({ cities: [{ city: "McCall", count: 3 }] });
  });

  it("agrees with a search for the city", async () => {
    const market = await openMarket(lintel, "agrees", [
      home({ ListingId: "a1", City: "Star" }),
      home({ ListingId: "a2", City: "star", StateOrProvince: "OR" }),
    ]);
    const [{ city, count }] = (await cities(market.host)).cities;
    expect((await market.search(`city=${city}&state=any&status=Active`)).total).toBe(count);
  });

  it("counts the brokerage's own sources only", async () => {
    const { id, host } = await lintel.createTenant("narrow");
    await lintel.importListings("one", [home({ ListingId: "o1", City: "Emmett" })]);
    await lintel.importListings("two", [home({ ListingId: "t1", City: "Emmett" })]);
    await subscribe(lintel, id, ["two"]);
    expect(await cities(host)).toEqual({ cities: [{ city: "Emmett", count: 1 }] });
    const named = await lintel.call(`/api/properties/cities/list?brokerage_id=${id}`, {
      host: "unknown.test",
    });
    expect(named.body).toEqual({ cities: [{ city: "Emmett", count: 1 }] });
  });

  it("follows every import at once, and forgets a city without Active listings", async () => {
    const market = await openMarket(lintel, "moves", [home({ ListingId: "m1", City: "Weiser" })]);
    await market.import([home({ ListingId: "m2", City: "Weiser" })]);
    expect(await cities(market.host)).toEqual({ cities: [{ city: "Weiser", count: 2 }] });
    await market.import([
      home({ ListingId: "m1", City: "Parma" }),
      home({ ListingId: "m2", StandardStatus: "Hold" }),
    ]);
    expect(await cities(market.host)).toEqual({ cities: [{ city: "Parma", count: 1 }] });
  });

  it("is not taken for a listing's id", async () => {
    const market = await openMarket(lintel, "named", [home({ ListingId: "cities", City: "Rupert" })]);
    expect(await cities(market.host)).toEqual({ cities: [{ city: "Rupert", count: 1 }] });
    expect((await market.get("/api/properties/cities")).body.listing_id).toBe("cities");
  });
});
