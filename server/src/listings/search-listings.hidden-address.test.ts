import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

/** InternetAddressDisplayYN false: no request may reveal where the house stands. */
describe("a listing whose address is hidden", () => {
  let lintel: TestApp;
  let market: Market;
  const place = { Latitude: 43.61374, Longitude: -116.20268, UnparsedAddress: "99 Secret Ln" };
  const street = { StreetNumber: "99", StreetName: "Secret", StreetSuffix: "Ln" };
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "hidden", [
      home({ ListingId: "hidden", ...place, ...street, InternetAddressDisplayYN: false }),
      home({ ListingId: "open", Latitude: 43.6, Longitude: -116.2 }),
    ]);
  });
  afterAll(() => lintel.close());

  const ids = (minLat: number, maxLat: number, minLng = -117, maxLng = -116) =>
    market.ids(`min_lat=${minLat}&max_lat=${maxLat}&min_lng=${minLng}&max_lng=${maxLng}&sort_by=beds`);

  it("has no address and a position rounded to 0.01 degrees, in lists and in detail", async () => {
    const inList = (await market.search("sort_by=beds")).items[0];
    const { body: detail } = await market.get("/api/properties/hidden");
    for (const shown of [inList, detail]) {
      expect(shown).toMatchObject({
        listing_id: "hidden",
        address: null,
        latitude: 43.61,
        longitude: -116.2,
      });
    }
  });

  it("is told nowhere in a reply: neither its street nor its coordinates", async () => {
    for (const path of [
      "/api/properties",
      "/api/properties?center_lat=43.61374&center_lng=-116.20268&radius_miles=5",
      "/api/properties/hidden",
      "/api/properties/open/nearby",
      "/api/properties/hidden/nearby",
    ]) {
      const { text } = await market.get(path);
      expect(text).not.toMatch(/Secret|"99"|43\.613|116\.202/);
    }
  });

  it("cannot be found by halving a box: only the rounded point is inside or outside", async () => {
    expect(await ids(43.6137, 43.6138, -116.2027, -116.2026)).toEqual([]);
    expect(await ids(43.6131, 43.62)).toEqual([]);
    expect(await ids(43.61, 43.61, -116.2, -116.2)).toEqual(["hidden"]);

    let [low, high] = [43.0, 44.0];
    for (let step = 0; step < 30; step++) {
      const middle = (low + high) / 2;
      if ((await ids(middle, high)).includes("hidden")) low = middle;
      else high = middle;
    }
    expect(low).toBeCloseTo(43.61, 6);
  });

  it("cannot be found by measuring: distances are to the rounded point", async () => {
    const { items } = await market.search("center_lat=43.61&center_lng=-116.2&radius_miles=1");
    expect(items[0]).toMatchObject({ listing_id: "hidden", distance_miles: 0 });
    expect(await market.ids("center_lat=43.61374&center_lng=-116.20268&radius_miles=0.1")).toEqual([]);
    const { body: nearby } = await market.get("/api/properties/open/nearby");
    expect(nearby[0]).toMatchObject({ distance_miles: 0.69, street_number: null, street_name: null });
    expect(nearby[0].street_suffix).toBe(null);
  });

  it("is hidden and shown again as soon as the feed says so", async () => {
    const turn = (InternetAddressDisplayYN: boolean) =>
      market.import([home({ ListingId: "turning", City: "Nampa", ...place, InternetAddressDisplayYN })]);
    await turn(true);
    expect((await market.search("city=Nampa")).items[0]).toMatchObject({
      address: "99 Secret Ln",
      latitude: 43.61374,
    });
    await turn(false);
    expect((await market.search("city=Nampa")).items[0]).toMatchObject({ address: null, latitude: 43.61 });
    expect(await ids(43.6137, 43.6138)).toEqual([]);
    await turn(true);
    expect(await ids(43.6137, 43.6138)).toEqual(["turning"]);
  });
});
