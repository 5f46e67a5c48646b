import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("searchListings: filters", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "filters", [
      home({ ListingId: "A", ListPrice: 100_000, BedroomsTotal: 1, BathroomsFull: 1, Stories: 1.5 }),
      home({ ListingId: "B", ListPrice: 200_000, BedroomsTotal: 2, BathroomsFull: 1, BathroomsHalf: 1 }),
      home({ ListingId: "C", ListPrice: 300_000, BedroomsTotal: 3, BathroomsFull: 2, City: "Meridian" }),
      home({ ListingId: "D", ListPrice: 300_000.5, BedroomsTotal: 3, BathroomsFull: 3, City: "MERIDIAN" }),
      home({ ListingId: "E", ListPrice: 0, City: "Kuna", PropertyType: "Farm", BedroomsTotal: 0 }),
      home({ ListingId: "F", City: "Kuna", PropertyType: "CommercialSale", StandardStatus: "Pending" }),
      home({ ListingId: "G", StateOrProvince: "OR", City: "Ontario", ListPrice: 5_000_000 }),
      home({
        ListingId: "H",
        ListPrice: 900_000,
        City: "Star",
        AssociationFee: 600,
        AssociationFeeFrequency: "Annually",
        NewConstructionYN: true,
      }),
      home({
        ListingId: "I",
        ListPrice: 900_000,
        City: "Star",
        AssociationYN: false,
        NewConstructionYN: false,
      }),
      home({ ListingId: "N", ListPrice: null, BedroomsTotal: null, BathroomsFull: null, City: null }),
    ]);
  });
  afterAll(() => lintel.close());

  const found = async (parameters: string) => (await market.ids(parameters)).sort().join("");

  it.each([
    ["min_price=200000&max_price=300000", "BC", "both bounds are inclusive"],
    ["min_price=300000.5&max_price=4000000", "DFHI", "prices have cents"],
    ["min_price=0", "ABCDEFHI", "0 is allowed, and a listing without a price does not match"],
    ["max_price=0", "E", "a price of 0 is a price"],
    ["max_price=100000", "AE", "a bound may stand alone"],
    ["min_price=300000&max_price=300000", "C", "bounds may be equal"],
    ["min_price=%2B2e5&max_price=2e5", "B", "any spelling of a number"],
  ])("min_price and max_price: %s finds %s (%s)", async (parameters, expected) => {
    expect(await found(parameters)).toBe(expected);
  });

  it.each([
    ["min_beds=2&max_beds=3", "BCDFHI", "both bounds are inclusive"],
    ["max_beds=0", "E", "0 is a number of bedrooms"],
    ["min_beds=0", "ABCDEFHI", "a listing without the value does not match"],
    ["min_baths=1.5&max_baths=2", "BCEFHI", "a half bath is half a bath"],
    ["min_baths=2.01", "D", "bounds may have fractions"],
  ])("beds and baths: %s finds %s (%s)", async (parameters, expected) => {
    expect(await found(parameters)).toBe(expected);
  });

  it.each([
    ["min_hoa_monthly=50&max_hoa_monthly=50", "H", "a fee a year is a twelfth of it a month"],
    ["max_hoa_monthly=0", "I", "without an association it is 0, and an unknown fee does not match"],
    ["city=star&max_hoa_monthly=49.99", "I", "bounds may have cents"],
    ["city=kuna,star&max_hoa_monthly=0&include_unknown=true", "EFI", "unless unknown ones may match"],
    ["new_construction=true", "H", "newly built"],
    ["new_construction=false", "I", "known not to be new"],
  ])("fees and new construction: %s finds %s (%s)", async (parameters, expected) => {
    expect(await found(parameters)).toBe(expected);
  });

  it("city ignores case, on both sides, and is the whole name", async () => {
    for (const city of ["Meridian", "meridian", "mErIdIaN"]) expect(await found(`city=${city}`)).toBe("CD");
    expect(await found("city=Merid")).toBe("");
    expect(await found("city=Nowhere")).toBe("");
  });

  it("state is Idaho unless it is given, ignores case, and `any` means all", async () => {
    expect(await found("")).toBe("ABCDEFHIN");
    for (const state of ["OR", "or"]) expect(await found(`state=${state}`)).toBe("G");
    for (const state of ["any", "ANY"]) expect(await found(`state=${state}`)).toBe("ABCDEFGHIN");
    expect(await found("state=WY")).toBe("");
  });

  it("property_type folds RESO's types to three and ignores case", async () => {
    for (const type of ["Land", "land", "LAND"]) expect(await found(`property_type=${type}`)).toBe("E");
    expect(await found("property_type=commercial")).toBe("F");
    expect(await found("property_type=Residential")).toBe("ABCDHIN");
  });

  it("listing_ids takes ids in any case, in any state, and those that no listing has find nothing", async () => {
    expect(await found("listing_ids=a,G,nowhere")).toBe("AG");
    expect(await found("listing_ids=A&listing_ids=b")).toBe("AB");
    expect(await found("listing_ids=A,G&state=ID")).toBe("A");
    expect(await found("listing_ids=A,C&city=meridian")).toBe("C");
    expect(await found("listing_ids=nowhere")).toBe("");
  });

  it("stories are those that the detail shows", async () => {
    expect((await market.get("/api/properties/A")).body.stories).toBe(2);
    expect(await found("min_stories=2")).toBe("A");
    expect(await found("max_stories=1.5")).toBe("");
  });

  it("all filters must hold at once", async () => {
    expect(await found("city=kuna&status=pending&property_type=commercial&min_price=1&min_beds=3")).toBe("F");
    expect(await found("city=kuna&status=pending&property_type=land")).toBe("");
  });

  it("counts exactly what it finds", async () => {
    for (const parameters of ["", "state=any", "min_price=200000", "city=kuna&property_type=Land"]) {
      const { total, items } = await market.search(parameters);
      expect(total).toBe(items.length);
    }
  });

  it("ignores parameters of advertisements", async () => {
    expect(await found("utm_source=mail&city=kuna")).toBe("EF");
  });

  it("takes the state of the brokerage's address when the server has no DEFAULT_STATE", async () => {
    const seattle = await openMarket(lintel, "seattle", [
      home({ ListingId: "A3" }),
      home({ ListingId: "W3", StateOrProvince: "WA" }),
    ]);
    const setState = async (state: string | null) => {
      const admin = await lintel.createKey("admin");
      const body = { address_state_abbr: state };
      const path = `/api/admin/brokerages/${seattle.brokerageId}`;
      expect((await lintel.call(path, { method: "PUT", key: admin, body })).status).toBe(200);
    };
    expect(await seattle.ids()).toEqual(["A3"]);
    await setState("WA");
    expect(await seattle.ids()).toEqual(["W3"]);
    expect((await seattle.ids("state=any")).sort()).toEqual(["A3", "W3"]);
    await setState("Washington");
    expect(await seattle.ids()).toEqual(["A3"]);
  });

  it("takes the server's DEFAULT_STATE instead of Idaho", async () => {
    for (const [given, expected] of [
      ["or", ["G2"]],
      ["any", ["A2", "G2"]],
    ] as const) {
      const abroad = await startTestApp({ DEFAULT_STATE: given });
      try {
        const other = await openMarket(abroad, "abroad", [
          home({ ListingId: "A2" }),
          home({ ListingId: "G2", StateOrProvince: "OR" }),
        ]);
        expect((await other.ids()).sort()).toEqual(expected);
      } finally {
        await abroad.close();
      }
    }
  });
});
