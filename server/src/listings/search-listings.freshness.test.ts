import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const start = "2026-06-15T12:00:00Z";

describe("searchListings: what changes with time", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "time", []);
  });
  beforeEach(() => lintel.clock.set(start));
  afterAll(() => lintel.close());

  const days = async (id: string) => {
    const { items } = await market.search("page_size=100");
    const inList = items.find((item: { listing_id: string }) => item.listing_id === id).days_on_market;
    expect((await market.get(`/api/properties/${id}`)).body.days_on_market).toBe(inList);
    return inList;
  };

  it("counts days on market from list_date, and on with the clock", async () => {
    await market.import([home({ ListingId: "counted", ListingContractDate: "2026-06-10" })]);
    expect(await days("counted")).toBe(5);
    lintel.clock.set("2026-06-15T23:59:59Z");
    expect(await days("counted")).toBe(5);
    lintel.clock.set("2026-06-16T06:00:00Z");
    expect(await days("counted")).toBe(6);
    lintel.clock.set("2027-06-15T06:00:00Z");
    expect(await days("counted")).toBe(370);
  });

  it("takes the feed's count, as of the import, and counts on from there", async () => {
    await market.import([home({ ListingId: "feed", ListingContractDate: "2020-01-01", DaysOnMarket: 40 })]);
    expect(await days("feed")).toBe(40);
    lintel.clock.set("2026-06-25T06:00:00Z");
    expect(await days("feed")).toBe(50);
    await market.import([home({ ListingId: "feed", ListingContractDate: "2020-01-01", DaysOnMarket: 44 })]);
    expect(await days("feed")).toBe(44);
  });

  it("goes on counting while a sale is pending and stops at closing", async () => {
    const version = (fields: object) => market.import([home({ ListingId: "sold", ...fields })]);
    await version({ ListingContractDate: "2026-06-01", StandardStatus: "Pending" });
    expect(await days("sold")).toBe(14);
    await version({ ListingContractDate: "2026-06-01", StandardStatus: "Closed", CloseDate: "2026-06-12" });
    expect(await days("sold")).toBe(11);
    lintel.clock.set("2026-12-15T12:00:00Z");
    expect(await days("sold")).toBe(11);
  });

  it("stops at the feed's count at closing where the feed counts", async () => {
    const closed = { StandardStatus: "Closed", CloseDate: "2026-06-12", DaysOnMarket: 33 };
    await market.import([home({ ListingId: "fed", ...closed })]);
    lintel.clock.advance(90 * 86_400_000);
    expect(await days("fed")).toBe(33);
  });

  it("is 0 before the list date and unknown without one", async () => {
    await market.import([
      home({ ListingId: "future", ListingContractDate: "2026-07-01" }),
      home({ ListingId: "undated", ListingContractDate: null }),
    ]);
    expect(await days("future")).toBe(0);
    expect(await days("undated")).toBe(null);
  });

  it("shows a new price at once after an import, in lists, filters, sorting and detail", async () => {
    const at = (ListPrice: number) => market.import([home({ ListingId: "cut", City: "Eagle", ListPrice })]);
    await market.import([home({ ListingId: "rival", City: "Eagle", ListPrice: 250_000 })]);
    for (const price of [300_000, 200_000, 275_000]) {
      await at(price);
      const { items } = await market.search("city=Eagle&sort_by=list_price");
      const expected = price > 250_000 ? ["cut", "rival"] : ["rival", "cut"];
      expect(items.map((item: { listing_id: string }) => item.listing_id)).toEqual(expected);
      expect(await market.ids(`city=Eagle&min_price=${price}&max_price=${price}`)).toEqual(["cut"]);
      expect((await market.get("/api/properties/cut")).body.list_price).toBe(price);
    }
  });

  it("moves a listing on the map at once when its position changes", async () => {
    const box = (lat: number) => `min_lat=${lat - 0.1}&max_lat=${lat + 0.1}&min_lng=-117&max_lng=-116`;
    for (const Latitude of [43.5, 44.5, 43.5]) {
      await market.import([home({ ListingId: "moved", Latitude, Longitude: -116.5 })]);
      expect(await market.ids(box(Latitude))).toEqual(["moved"]);
      expect(await market.ids(box(Latitude === 43.5 ? 44.5 : 43.5))).toEqual([]);
    }
    await market.import([home({ ListingId: "moved" })]);
    expect(await market.ids(box(43.5))).toEqual([]);
    expect(await market.ids("page_size=100")).toContain("moved");
  });
});
