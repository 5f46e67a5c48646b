import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, openMarket } from "../../../test/harness/market.ts";
import { watchStatements } from "../../../test/harness/statements.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("listTowns", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  const towns = async (host: string) => (await lintel.call("/api/public/towns", { host })).body.towns;

  it("counts the Active public listings of each town of a state, with their middle", async () => {
    const at = (ListingId: string, Latitude: number, Longitude: number) =>
      home({ ListingId, City: "Star", Latitude, Longitude });
    const { host } = await openMarket(lintel, "counts", [
      at("1", 43.69, -116.49),
      at("2", 43.7, -116.5),
      // A wrong position moves the middle little.
      at("3", 1, -1),
      home({ ListingId: "4", City: "STAR", StateOrProvince: "OR" }),
      home({ ListingId: "5", City: "Coeur d'Alene", Latitude: 47.7, Longitude: -116.8 }),
      home({ ListingId: "6", City: "Kuna", StandardStatus: "Pending" }),
      home({ ListingId: "7", City: "Kuna", StandardStatus: "Hold" }),
      home({ ListingId: "8", City: "Kuna", InternetEntireListingDisplayYN: false }),
      home({ ListingId: "9", City: null }),
      home({ ListingId: "10", City: "Nowhere", StateOrProvince: null }),
    ]);
    expect(await towns(host)).toEqual([
      {
        city: "Coeur d'Alene",
        state: "ID",
        slug: "coeur-d-alene",
        count: 1,
        latitude: 47.7,
        longitude: -116.8,
      },
      { city: "Nowhere", state: null, slug: "nowhere", count: 1, latitude: null, longitude: null },
      { city: "Star", state: "ID", slug: "star", count: 3, latitude: 43.69, longitude: -116.49 },
      { city: "Star", state: "OR", slug: "star", count: 1, latitude: null, longitude: null },
    ]);
  });

  it("has the towns of the Host's brokerage alone", async () => {
    const north = await openMarket(lintel, "north", [home({ ListingId: "n1", City: "Nampa" })]);
    const south = await openMarket(lintel, "south", [home({ ListingId: "s1", City: "Salmon" })]);
    expect((await towns(north.host)).map(({ city }: { city: string }) => city)).toEqual(["Nampa"]);
    expect((await towns(south.host)).map(({ city }: { city: string }) => city)).toEqual(["Salmon"]);
  });

  it("follows every import, with a new tag", async () => {
    const market = await openMarket(lintel, "moves", [home({ ListingId: "m1", City: "Weiser" })]);
    const first = await market.get("/api/public/towns");
    const headers = { "if-none-match": String(first.headers.etag) };
    const again = () => lintel.call("/api/public/towns", { host: market.host, headers });
    expect((await again()).status).toBe(304);
    await market.import([home({ ListingId: "m2", City: "Weiser" })]);
    const { status, body } = await again();
    expect([status, body.towns[0].count]).toEqual([200, 2]);
  });

  it("asks the database nothing", async () => {
    const { host } = await openMarket(lintel, "memory", [home({ ListingId: "q1", City: "Parma" })]);
    const watch = watchStatements(lintel);
    await lintel.call("/api/public/brokerage", { host });
    expect(watch.sent()).not.toEqual([]);
    expect(await towns(host)).toHaveLength(1);
    expect(watch.sent()).toEqual([]);
    watch.close();
  });
});
