import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { facetNames } from "./facets/facet-table.ts";

describe("searchListings: facets", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "facets", [
      home({ ListingId: "A", ListPrice: 99_999.99, BedroomsTotal: 1, BathroomsFull: 1, YearBuilt: 1899 }),
      home({ ListingId: "B", ListPrice: 100_000, BedroomsTotal: 2, BathroomsFull: 1, BathroomsHalf: 1 }),
      home({ ListingId: "C", ListPrice: 300_000, BedroomsTotal: 10, City: "Meridian", YearBuilt: 2000 }),
      home({ ListingId: "D", ListPrice: 12_500_000, City: "MERIDIAN", YearBuilt: 2009, PostalCode: "83642" }),
      home({ ListingId: "E", City: "Cañon", PropertyType: "Farm", StandardStatus: "Closed" }),
      home({ ListingId: "F", City: "Kuna", CountyOrParish: "Ada", InteriorFeatures: ["Gas Fireplace"] }),
      home({
        ListingId: "G",
        City: "Kuna",
        CountyOrParish: "ADA",
        InteriorFeatures: ["Fireplace", "Pantry"],
      }),
      home({ ListingId: "N", ListPrice: null, BedroomsTotal: null, BathroomsFull: null, City: null }),
      home({ ListingId: "W", StateOrProvince: "WA", City: "Spokane" }),
    ]);
  });
  afterAll(() => lintel.close());

  const facets = async (query: string) => {
    const { status, body } = await market.get(`/api/properties?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.facets;
  };

  it("are the asked ones only, and absent when none is asked for", async () => {
    expect(Object.keys(await facets("facets=beds,city"))).toEqual(["beds", "city"]);
    expect(await facets("page_size=1")).toBeUndefined();
  });

  it("text is by count, then by value, in one spelling; unknown values are left out", async () => {
    expect((await facets("facets=city")).city).toEqual([
      { value: "Boise", count: 2 },
      { value: "Kuna", count: 2 },
      { value: "Meridian", count: 2 },
      { value: "Cañon", count: 1 },
    ]);
    expect((await facets("facets=status&city=kuna,Cañon")).status).toEqual([
      { value: "Active", count: 2 },
      { value: "Sold", count: 1 },
    ]);
  });

  it("numbers ascend", async () => {
    const { beds } = await facets("facets=beds&city=boise,meridian");
    const values = beds.map(({ value }: { value: number }) => value);
    expect(values).toEqual(values.toSorted((a: number, b: number) => a - b));
    expect(values).toContain(10);
  });

  it("each lifts its own filter, and keeps all others", async () => {
    const { city, county, status } = await facets("facets=city,county,status&city=Kuna&status=Active");
    expect(city.map(({ value }: { value: string }) => value)).toEqual(["Boise", "Kuna", "Meridian"]);
    expect(county).toEqual([{ value: "Ada", count: 2 }]);
    expect(status).toEqual([{ value: "Active", count: 2 }]);
  });

  it("features keep their filter, and have the vocabulary's keys and the listing's own words", async () => {
    expect((await facets("facets=features&features=fireplace")).features).toEqual([
      { value: "fireplace", count: 2 },
      { value: "gas fireplace", count: 1 },
      { value: "pantry", count: 1 },
    ]);
  });

  it("bands include both ends, end at a cent or a year before the next, and the last at the highest price", async () => {
    const { price, year_built } = await facets("facets=price,year_built&city=boise,meridian");
    expect(price).toEqual([
      { min: 50_000, max: 99_999.99, count: 1 },
      { min: 100_000, max: 149_999.99, count: 1 },
      { min: 300_000, max: 349_999.99, count: 1 },
      { min: 10_000_000, max: 12_500_000, count: 1 },
    ]);
    expect(year_built).toContainEqual({ min: 0, max: 1899, count: 1 });
    expect(year_built).toContainEqual({ min: 2000, max: 2009, count: 2 });
  });

  it("a value used as a filter finds its count, whichever facet it is of", async () => {
    const all = await facets(`state=any&facets=${facetNames.join()}`);
    for (const name of facetNames) {
      expect(all[name].length, name).toBeGreaterThan(0);
      for (const { value, min = value, max = value, count } of all[name]) {
        const isRange = typeof min === "number";
        const filter = isRange
          ? { [`min_${name}`]: String(min), [`max_${name}`]: String(max) }
          : { [name]: String(value) };
        const query = new URLSearchParams({ state: "any", ...filter });
        const { body } = await market.get(`/api/properties?${query}`);
        expect(body.total, String(query)).toBe(count);
      }
    }
  });

  it("are the same in a body, and on every page", async () => {
    const { facets: first } = (await market.get("/api/properties?facets=city,price&page_size=1")).body;
    const body = { facets: ["city", "price"], page_size: 1, page: 3 };
    const reply = await lintel.call("/api/properties/search", { method: "POST", host: market.host, body });
    expect(reply.body.facets).toEqual(first);
  });

  it("an unknown facet is refused with the names of all", async () => {
    const { status, body } = await market.get("/api/properties?facets=city,garage");
    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(["query", "facets"]);
    for (const name of facetNames) expect(body.detail[0].msg).toContain(name);
  });

  it("change the tag with the counts", async () => {
    const tag = async () => (await market.get("/api/properties?status=Sold&facets=city")).headers.etag;
    const before = await tag();
    expect(await tag()).toBe(before);
    await lintel.importListings("facets", [home({ ListingId: "X", City: "Star" })]);
    expect(await tag()).toBe(before);
    const all = async () => (await market.get("/api/properties?page_size=1&facets=zip,city")).headers.etag;
    const tagOfAll = await all();
    await lintel.importListings("facets", [home({ ListingId: "Y", City: "Star" })]);
    expect(await all()).not.toBe(tagOfAll);
  });
});
