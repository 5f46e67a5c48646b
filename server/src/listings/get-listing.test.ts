import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("getListing", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test/" });
    market = await openMarket(lintel, "detail", []);
  });
  afterAll(() => lintel.close());

  const detail = async (id: string) => {
    const reply = await market.get(`/api/properties/${encodeURIComponent(id)}`);
    expect([id, reply.status]).toEqual([id, 200]);
    return reply.body;
  };

  it("answers every field of a property", async () => {
    await market.import([
      home({
        ListingId: "full",
        ListPrice: 512_345.67,
        BathroomsFull: 2,
        BathroomsHalf: 1,
        LotSizeAcres: 0.31,
        YearBuilt: 1987,
        UnparsedAddress: "12 Oak St",
        PostalCode: "83702",
        CountyOrParish: "Ada",
        Latitude: 43.61,
        Longitude: -116.21,
        PropertySubType: "SingleFamilyResidence",
        GarageSpaces: 2,
        Stories: 1.5,
        AssociationFee: 95.5,
        AssociationFeeFrequency: "Monthly",
        NewConstructionYN: false,
        ParcelNumber: "R1234",
        PublicRemarks: "Bright & <b>quiet</b>\nwith a view",
        Appliances: ["Dishwasher"],
        View: "Foothills",
        Media: [{ MediaURL: "https://photos.test/1.jpg" }, { MediaURL: "/files/2.jpg" }],
        ListAgentKey: "m1",
        ListAgentFullName: "Ann Agent",
        ListAgentPreferredPhone: "208-555-0100",
        ListAgentEmail: "ann@agents.test",
        ListOfficeName: "Oak Realty",
      }),
    ]);
    expect(await detail("full")).toEqual({
      listing_id: "full",
      disclaimer: null,
      copyright: null,
      list_price: 512_345.67,
      beds: 3,
      baths: 2.5,
      sqft: 1800,
      lot_size_acres: 0.31,
      year_built: 1987,
      hoa_monthly: 95.5,
      new_construction: false,
      parcel_number: "R1234",
      address: "12 Oak St",
      city: "Boise",
      state: "ID",
      zip: "83702",
      county: "Ada",
      latitude: 43.61,
      longitude: -116.21,
      property_type: "Residential",
      property_subtype: "Single Family Residence",
      status: "Active",
      list_date: "2026-06-01",
      sold_date: null,
      days_on_market: 14,
      garage_spaces: 2,
      stories: 2,
      description: "Bright & <b>quiet</b>\nwith a view",
      features: ["Dishwasher", "Foothills View"],
      photos: ["https://photos.test/1.jpg", "https://api.test/files/2.jpg"],
      photos_count: 2,
      images: [],
      attribution: {
        list_office: "Oak Realty",
        list_office_phone: null,
        list_office_email: null,
        list_agent: "Ann Agent",
        contact: null,
        source_name: "detail",
        source_logo_url: null,
        last_updated: null,
      },
      list_agent: { name: "Ann Agent", phone: "208-555-0100", email: "ann@agents.test" },
      list_office: "Oak Realty",
      history: [{ event: "listed", date: "2026-06-01", price: 512_345.67, status: "Active" }],
    });
  });

  it("writes null, and empty lists, for what the listing does not have", async () => {
    await market.import([{ ListingId: "bare", StandardStatus: "Active", PropertyType: "Land" }]);
    const { listing_id, property_type, status, ...rest } = await detail("bare");
    expect([listing_id, property_type, status]).toEqual(["bare", "Land", "Active"]);
    const { features, photos, photos_count, images, history, attribution: _, ...absent } = rest;
    expect({ features, photos, photos_count, images, history }).toEqual({
      features: [],
      photos: [],
      photos_count: 0,
      images: [],
      history: [],
    });
    expect(Object.values(absent).every((value) => value === null)).toBe(true);
  });

  it("tells the listing's past, newest first, and Closed as Sold", async () => {
    const version = (fields: object) => market.import([home({ ListingId: "past", ...fields })]);
    await version({ ListPrice: 400_000, ModificationTimestamp: "2026-06-01T10:00:00Z" });
    await version({ ListPrice: 380_000, ModificationTimestamp: "2026-06-05T10:00:00Z" });
    await version({
      ListPrice: 380_000,
      StandardStatus: "Pending",
      ModificationTimestamp: "2026-06-08T10:00:00Z",
    });
    await version({
      ListPrice: 380_000,
      StandardStatus: "Closed",
      ClosePrice: 375_000,
      CloseDate: "2026-06-12",
      ModificationTimestamp: "2026-06-12T10:00:00Z",
    });
    const sold = await detail("past");
    expect(sold).toMatchObject({ status: "Sold", sold_date: "2026-06-12" });
    expect(sold.history).toEqual([
      { event: "sold", date: "2026-06-12", price: 375_000, status: "Sold" },
      { event: "status_changed", date: "2026-06-08", price: 380_000, status: "Pending" },
      { event: "price_changed", date: "2026-06-05", price: 380_000, status: "Active" },
      { event: "listed", date: "2026-06-01", price: 400_000, status: "Active" },
    ]);
  });

  it.each(["Canceled", "Expired", "Hold", "Incomplete", "Withdrawn"])(
    "answers 404 for a %s listing",
    async (status) => {
      await market.import([home({ ListingId: `is-${status}`, StandardStatus: status })]);
      const reply = await market.get(`/api/properties/is-${status}`);
      expect([reply.status, reply.body]).toEqual([404, { detail: "Property not found" }]);
    },
  );

  it("answers 404 for a listing that does not exist, with any id", async () => {
    for (const id of [
      "nothing",
      "FULL",
      "%20",
      "..%2F..",
      "'%20or%201=1--",
      "%F0%9F%8F%A0",
      "x".repeat(200),
    ]) {
      const reply = await market.get(`/api/properties/${id}`);
      expect([id, reply.status, reply.body]).toEqual([id, 404, { detail: "Property not found" }]);
    }
  });

  it("never fails on an id that no listing can have", async () => {
    for (const id of ["x".repeat(201), "x".repeat(600), "%00", "a%00b"]) {
      expect([404, 422]).toContain((await market.get(`/api/properties/${id}`)).status);
    }
  });

  it("finds ids with characters that a path must escape", async () => {
    for (const id of ["A/1", "50% off?", "näh #7", "a+b&c"]) {
      await market.import([home({ ListingId: id })]);
      expect((await detail(id)).listing_id).toBe(id);
    }
  });

  it("answers another tenant's listing as a missing one: 404 outside the brokerage's sources", async () => {
    const other = await openMarket(lintel, "elsewhere", [home({ ListingId: "theirs" })]);
    expect((await other.get("/api/properties/theirs")).status).toBe(200);
    const reply = await market.get("/api/properties/theirs");
    expect([reply.status, reply.body]).toEqual([404, { detail: "Property not found" }]);
    const named = await market.get(`/api/properties/theirs?brokerage_id=${other.brokerageId}`);
    expect([named.status, named.body.listing_id]).toEqual([200, "theirs"]);
  });
});
