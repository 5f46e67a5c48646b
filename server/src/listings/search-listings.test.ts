import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket, subscribe } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("searchListings", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    const numbers = Array.from({ length: 45 }, (_, at) => String(at + 1).padStart(2, "0"));
    market = await openMarket(
      lintel,
      "paged",
      numbers.map((number) => home({ ListingId: `P${number}`, ListPrice: Number(number) * 10_000 })),
    );
  });
  afterAll(() => lintel.close());

  it("answers the list envelope and nothing else", async () => {
    const body = await market.search();
    expect(Object.keys(body)).toEqual(["items", "total", "page", "page_size", "total_pages", "next_cursor"]);
    expect(body).toMatchObject({ total: 45, page: 1, page_size: 20, total_pages: 3 });
    expect(body.items).toHaveLength(20);
  });

  it("gives each item the list fields of a property and no detail", async () => {
    const shown = await openMarket(lintel, "shown", [
      home({
        ListingId: "S1",
        LotSizeAcres: 0.25,
        YearBuilt: 1998,
        UnparsedAddress: "12 Oak St",
        PostalCode: "83702",
        CountyOrParish: "Ada",
        Latitude: 43.6,
        Longitude: -116.2,
        PropertySubType: "Single Family Residence",
        PublicRemarks: "Bright.",
        Stories: 2,
        Media: [{ MediaURL: "https://photos.test/1.jpg" }],
        ListAgentFullName: "Ann Agent",
      }),
    ]);
    expect((await shown.search()).items).toEqual([
      {
        listing_id: "S1",
        list_price: 400_000,
        beds: 3,
        baths: 2,
        sqft: 1800,
        lot_size_acres: 0.25,
        year_built: 1998,
        hoa_monthly: null,
        new_construction: null,
        address: "12 Oak St",
        city: "Boise",
        state: "ID",
        zip: "83702",
        county: "Ada",
        latitude: 43.6,
        longitude: -116.2,
        property_type: "Residential",
        status: "Active",
        list_date: "2026-06-01",
        sold_date: null,
        days_on_market: 14,
        photos: ["https://photos.test/1.jpg"],
        photos_count: 1,
        images: [],
        attribution: {
          list_office: null,
          list_office_phone: null,
          list_office_email: null,
          list_agent: "Ann Agent",
          contact: null,
          source_name: "shown",
          source_logo_url: null,
          last_updated: null,
        },
      },
    ]);
  });

  it("writes null for every value a listing does not have", async () => {
    const bare = await openMarket(lintel, "bare", [
      { ListingId: "B1", StandardStatus: "Active", PropertyType: "Land", StateOrProvince: "ID" },
    ]);
    const [item] = (await bare.search()).items;
    const { listing_id, state, property_type, status, photos, photos_count, images, attribution, ...absent } =
      item;
    expect(attribution).toMatchObject({ list_office: null, list_agent: null, contact: null });
    expect({ listing_id, state, property_type, status, photos, photos_count, images }).toEqual({
      listing_id: "B1",
      state: "ID",
      property_type: "Land",
      status: "Active",
      photos: [],
      photos_count: 0,
      images: [],
    });
    expect(Object.keys(absent)).toHaveLength(17);
    expect(Object.values(absent).every((value) => value === null)).toBe(true);
  });

  it("cuts the results into pages that neither overlap nor leave a listing out", async () => {
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4, 5, 6, 7]) seen.push(...(await market.ids(`page=${page}&page_size=7`)));
    expect(seen).toEqual(await market.ids("page_size=100"));
    expect(new Set(seen).size).toBe(45);
  });

  it("answers an empty page with the true total past the end", async () => {
    for (const page of ["4", "1000000", "2147483647"]) {
      expect(await market.search(`page=${page}`)).toEqual({
        items: [],
        total: 45,
        page: Number(page),
        page_size: 20,
        total_pages: 3,
        next_cursor: null,
      });
    }
  });

  it("counts no pages when nothing matches", async () => {
    expect(await market.search("min_price=999999999")).toMatchObject({ items: [], total: 0, total_pages: 0 });
  });

  it("takes pages of 1 to 100", async () => {
    expect((await market.search("page_size=1")).items).toHaveLength(1);
    expect((await market.search("page_size=100")).items).toHaveLength(45);
  });

  it("shows a brokerage the sources it subscribes to, and all of them without a subscription", async () => {
    const both = await lintel.createTenant("both");
    await lintel.importListings("east", [home({ ListingId: "E1", City: "Weiser" })]);
    await lintel.importListings("west", [home({ ListingId: "W1", City: "Weiser" })]);
    const inWeiser = async () => {
      const { body } = await lintel.call("/api/properties?city=Weiser&sort_by=beds", { host: both.host });
      return body.items.map(({ listing_id }: { listing_id: string }) => listing_id);
    };
    expect(await inWeiser()).toEqual(["E1", "W1"]);
    await subscribe(lintel, both.id, ["west"]);
    expect(await inWeiser()).toEqual(["W1"]);
    await subscribe(lintel, both.id, ["east", "west"]);
    expect(await inWeiser()).toEqual(["E1", "W1"]);
    expect(await market.ids("city=Weiser")).toEqual([]);
  });

  it("searches the brokerage that brokerage_id names instead of the Host's", async () => {
    const other = await openMarket(lintel, "other", [home({ ListingId: "O1" })]);
    const path = `/api/properties?brokerage_id=${other.brokerageId}`;
    for (const host of [market.host, "unknown.test"]) {
      const { status, body } = await lintel.call(path, { host });
      expect([status, body.total, body.items[0].listing_id]).toEqual([200, 1, "O1"]);
    }
    const missing = await lintel.call("/api/properties?brokerage_id=999999", { host: market.host });
    expect([missing.status, missing.body.detail]).toEqual([404, "Brokerage not found"]);
  });

  it("answers 404 for a Host that no brokerage answers on", async () => {
    const unknown = await lintel.call("/api/properties", { host: "unknown.test" });
    expect([unknown.status, unknown.body]).toEqual([404, { detail: "Brokerage not found" }]);
  });
});
