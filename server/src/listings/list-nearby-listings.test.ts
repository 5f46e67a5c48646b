import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const MILE = 180 / Math.PI / 3958.8;

describe("listNearbyListings", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    const around = Array.from({ length: 60 }, (_, at) =>
      north(`n${String(at + 1).padStart(2, "0")}`, (at + 1) * 0.8),
    );
    market = await openMarket(lintel, "nearby", [
      north("here", 0),
      ...around,
      north("pending", 0.1, { StandardStatus: "Pending" }),
      north("sold", 0.1, { StandardStatus: "Closed", CloseDate: "2026-06-01" }),
      north("unlisted", 0.1, { InternetEntireListingDisplayYN: false }),
      north("oregon", 0.2, { StateOrProvince: "OR" }),
      home({ ListingId: "nowhere" }),
    ]);
    await openMarket(lintel, "rivals", [north("theirs", 0.1)]);
  });
  afterAll(() => lintel.close());

  const nearby = async (id: string, parameters = "") => {
    const reply = await market.get(`/api/properties/${id}/nearby?${parameters}`);
    expect([id, parameters, reply.status]).toEqual([id, parameters, 200]);
    return reply.body.map((item: { listing_id: string }) => item.listing_id);
  };

  it("lists Active public listings of the brokerage's sources, nearest first, without itself", async () => {
    expect(await nearby("here")).toEqual(["oregon", "n01", "n02", "n03", "n04", "n05", "n06"]);
    const { body } = await market.get("/api/properties/here/nearby?limit=3");
    expect(body.map((item: { distance_miles: number }) => item.distance_miles)).toEqual([0.2, 0.8, 1.6]);
  });

  it("looks 5 miles around for 10 listings by default", async () => {
    expect(await nearby("here", "radius_miles=5&limit=10")).toEqual(await nearby("here"));
    expect(await nearby("here", "radius_miles=50")).toHaveLength(10);
    expect(await nearby("here", "radius_miles=4.9&limit=50")).toHaveLength(7);
  });

  it("takes a radius up to 50 miles and a limit up to 50", async () => {
    expect(await nearby("here", "radius_miles=50&limit=50")).toHaveLength(50);
    expect(await nearby("here", "radius_miles=0.5")).toEqual(["oregon"]);
    expect(await nearby("here", "radius_miles=50&limit=1")).toEqual(["oregon"]);
  });

  it.each([
    ["radius_miles=51", "radius_miles must be more than 0 and at most 50"],
    ["radius_miles=0", "radius_miles must be more than 0 and at most 50"],
    ["radius_miles=-1", "radius_miles must be more than 0 and at most 50"],
    ["radius_miles=wide", "radius_miles must be a number"],
    ["limit=0", "limit must be between 1 and 50"],
    ["limit=51", "limit must be between 1 and 50"],
    ["limit=2.5", "limit must be an integer"],
  ])("refuses %s", async (parameters, message) => {
    const { status, body } = await market.get(`/api/properties/here/nearby?${parameters}`);
    expect([status, body.detail]).toEqual([
      422,
      [{ loc: ["query", parameters.split("=")[0]], msg: message, type: expect.any(String) }],
    ]);
  });

  it("answers 404 for a listing that does not exist or is not public, and another tenant's as a missing one", async () => {
    for (const id of ["missing", "unlisted", "theirs"]) {
      const { status, body } = await market.get(`/api/properties/${id}/nearby`);
      expect([id, status, body]).toEqual([id, 404, { detail: "Property not found" }]);
    }
  });

  it("answers 400 for a listing without location data", async () => {
    const { status, body } = await market.get("/api/properties/nowhere/nearby");
    expect([status, body]).toEqual([400, { detail: "Property has no location data" }]);
  });

  it("serves a reference that is not Active itself", async () => {
    expect(await nearby("pending", "radius_miles=1")).toEqual(["here", "oregon", "n01"]);
    expect(await nearby("sold", "limit=1")).toEqual(["here"]);
  });

  it("answers an empty array when no listing is near", async () => {
    await market.import([home({ ListingId: "alone", Latitude: -43, Longitude: 116 })]);
    expect(await nearby("alone", "radius_miles=50")).toEqual([]);
  });

  it("gives each item the fields of the nearby response", async () => {
    await market.import([
      home({ ListingId: "shape", Latitude: 10, Longitude: 10 }),
      home({
        ListingId: "near",
        Latitude: 10,
        Longitude: 10.001,
        StreetNumber: "7",
        StreetName: "Elm",
        StreetSuffix: "Ave",
        BathroomsHalf: 1,
        BathroomsTotalInteger: 3,
        Media: [
          { MediaURL: "https://photos.test/b.jpg", Order: 2 },
          { MediaURL: "https://photos.test/a.jpg", Order: 1 },
        ],
      }),
      home({ ListingId: "bare", Latitude: 10.001, Longitude: 10.001, BathroomsHalf: 1, LivingArea: null }),
    ]);
    const { body } = await market.get("/api/properties/shape/nearby");
    expect(body[0]).toEqual({
      listing_id: "near",
      list_price: 400_000,
      distance_miles: 0.07,
      street_number: "7",
      street_name: "Elm",
      street_suffix: "Ave",
      city: "Boise",
      state_or_province: "ID",
      bedrooms_total: 3,
      bathrooms_total_integer: 3,
      living_area: 1800,
      primary_photo_url: "https://photos.test/a.jpg",
      attribution: {
        list_office: null,
        list_office_phone: null,
        list_office_email: null,
        list_agent: null,
        contact: null,
        source_name: "nearby",
        source_logo_url: null,
        last_updated: null,
      },
    });
    // Two full baths and a half one are three rooms.
    expect(body[1]).toMatchObject({ street_name: null, bathrooms_total_integer: 3, living_area: null });
    expect(body[1].primary_photo_url).toBe(null);
  });
});

/** A home some miles north of the reference. */
function north(id: string, miles: number, fields: object = {}) {
  return home({ ListingId: id, Latitude: 43.6 + miles * MILE, Longitude: -116.2, ...fields });
}
