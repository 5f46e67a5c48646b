import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

type Issue = { loc: unknown[]; msg: string; type: string };

describe("searchListings: wrong input", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "wrong", [home({ ListingId: "W1" })]);
  });
  // After any earlier search.
  afterAll(async () => {
    expect(await market.ids()).toEqual(["W1"]);
    await lintel.close();
  });

  /** The issues of a 422, as `name: message`. */
  const issues = async (parameters: string) => {
    const reply = await market.get(`/api/properties?${parameters}`);
    expect([parameters, reply.status]).toEqual([parameters, 422]);
    return reply.body.detail.map(({ loc, msg, type }: Issue) => {
      expect([loc[0], loc.length, typeof type]).toEqual(["query", 2, "string"]);
      return msg;
    });
  };

  it.each([
    ["min_price=-1", "min_price must be a positive number"],
    ["max_price=-0.01", "max_price must be a positive number"],
    ["min_beds=-1", "min_beds must be a positive number"],
    ["max_baths=-2", "max_baths must be a positive number"],
    ["min_price=cheap", "min_price must be a number"],
    ["min_price=", "min_price must be a number"],
    ["min_price=1,000", "min_price must be a number"],
    ["min_beds=2.5", "min_beds must be an integer"],
    ["max_beds=many", "max_beds must be an integer"],
    ["page=0", "page must be at least 1"],
    ["page=-1", "page must be at least 1"],
    ["page=1.5", "page must be an integer"],
    ["page_size=0", "page_size must be between 1 and 100"],
    ["page_size=101", "page_size must be between 1 and 100"],
    ["sort_by=price", "sort_by must be one of list_price, beds, baths, sqft, list_date, distance_miles"],
    ["sort_order=up", "sort_order must be one of asc, desc"],
    ["property_type=Castle", "property_type must be one of Residential, Land, Commercial"],
    ["status=", "status must be one of Active, Pending, Sold, Coming Soon, Active Under Contract, Closed"],
    ["city=", "city must not be empty"],
    [`city=${"x".repeat(101)}`, "city must be at most 100 characters"],
    ["min_hoa_monthly=-1", "min_hoa_monthly must be a positive number"],
    ["max_hoa_monthly=none", "max_hoa_monthly must be a number"],
    ["new_construction=maybe", "new_construction must be true or false"],
    ["price_reduced_days=0", "price_reduced_days must be between 1 and 10000"],
    ["price_reduced_days=soon", "price_reduced_days must be an integer"],
    ["open_house_from=", "open_house_from must be a valid date (YYYY-MM-DD)"],
    ["open_house_to=2026-02-30", "open_house_to must be a valid date (YYYY-MM-DD)"],
    ["keywords=", "keywords must not be empty"],
    ["keywords=%20!%20", "keywords must have a word"],
    [`keywords=${"x".repeat(201)}`, "keywords must be at most 200 characters"],
    [
      "keywords=quiet,%20no%20kids",
      'keywords must not have "no kids", which names a class that fair housing laws protect',
    ],
    ["listing_ids=", "listing_ids must not be empty"],
    [`listing_ids=${"x".repeat(201)}`, "listing_ids must be at most 200 characters"],
    ["brokerage_id=0", "brokerage_id must be between 1 and 2147483647"],
    ["brokerage_id=2147483648", "brokerage_id must be between 1 and 2147483647"],
  ])("refuses %s in the field's words", async (parameters, message) => {
    expect(await issues(parameters)).toEqual([message]);
  });

  it("refuses more values than a list may have", async () => {
    expect(await issues(`listing_ids=${"a,".repeat(201)}`)).toEqual([
      "listing_ids must have at most 200 items",
    ]);
    expect(await issues(`city=${"a,".repeat(101)}`)).toEqual(["city must have at most 100 items"]);
  });

  const box = "min_lat=43&max_lat=44&min_lng=-117&max_lng=-116";
  const circle = "center_lat=43&center_lng=-116&radius_miles=5";

  it.each([
    [box.replace("max_lat=44", "max_lat=91"), "max_lat must be between -90 and 90"],
    [box.replace("min_lng=-117", "min_lng=-180.1"), "min_lng must be between -180 and 180"],
    [circle.replace("43", "91"), "center_lat must be between -90 and 90"],
    [circle.replace("-116", "181"), "center_lng must be between -180 and 180"],
    [circle.replace("=5", "=51"), "radius_miles must be more than 0 and at most 50"],
    [circle.replace("=5", "=0"), "radius_miles must be more than 0 and at most 50"],
    ["min_price=2&max_price=1", "min_price must not be more than max_price"],
    ["min_beds=2&max_beds=1", "min_beds must not be more than max_beds"],
    ["min_baths=1.5&max_baths=1", "min_baths must not be more than max_baths"],
    ["min_hoa_monthly=2&max_hoa_monthly=1", "min_hoa_monthly must not be more than max_hoa_monthly"],
    [
      "open_house_from=2026-06-02&open_house_to=2026-06-01",
      "open_house_from must not be later than open_house_to",
    ],
    [box.replace("max_lat=44", "max_lat=42"), "min_lat must not be more than max_lat"],
    [box.replace("max_lng=-116", "max_lng=-118"), "min_lng must not be more than max_lng"],
    ["sort_by=distance_miles", "sort_by distance_miles needs a radius search"],
    [`sort_by=distance_miles&${box}`, "sort_by distance_miles needs a radius search"],
    [`${box}&${circle}`, "radius_miles cannot be combined with a box: search by one of the two"],
  ])("refuses %s", async (parameters, message) => {
    expect(await issues(parameters)).toEqual([message]);
  });

  it.each([box, circle])("refuses any part of %s alone, naming what is missing", async (whole) => {
    const parts = whole.split("&");
    for (let taken = 1; taken < 2 ** parts.length - 1; taken++) {
      const given = parts.filter((_, at) => taken & (1 << at));
      const missing = parts.filter((part) => !given.includes(part)).map((part) => part.split("=")[0]);
      const found = await issues(given.join("&"));
      expect(found.map((message: string) => message.split(" is missing: ")[0])).toEqual(missing);
    }
  });

  it("tells of everything that is wrong at once", async () => {
    expect(await issues("min_price=-1&page=0&sort_by=x&center_lat=91")).toHaveLength(4);
    expect(await issues("min_price=2&max_price=1&min_beds=2&max_beds=1&center_lat=1")).toHaveLength(4);
  });

  it("refuses a parameter that is given twice", async () => {
    for (const twice of ["min_price=1&min_price=2", "state=a&state=b", "page=1&page=1"]) {
      expect(await issues(twice)).toHaveLength(1);
    }
  });

  it("refuses numbers that are none, and never answers what is not JSON", async () => {
    for (const value of ["Infinity", "-Infinity", "1e999", "NaN", "%20"]) {
      for (const name of ["page", "page_size", "min_price", "max_beds", "max_baths"]) {
        expect([value, await issues(`${name}=${value}`)]).toEqual([value, [expect.stringContaining(name)]]);
      }
    }
  });

  it("answers any query at all with 200 or 422, in the declared shape", async () => {
    const name = fc.constantFrom(
      ...[
        "page",
        "page_size",
        "city",
        "state",
        "min_price",
        "max_price",
        "min_beds",
        "max_baths",
        "property_type",
      ],
      ...["status", "sort_by", "sort_order", "min_lat", "max_lat", "min_lng", "max_lng"],
      ...["center_lat", "center_lng", "radius_miles", "__proto__", "constructor", "brokerage_id[]"],
    );
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.double().map(String),
      fc.integer().map(String),
      fc.constantFrom(
        "",
        "0",
        "any",
        "Active",
        "asc",
        "null",
        "true",
        "[]",
        "{}",
        "1e308",
        "-0",
        "0x10",
        "\0",
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 6 }), async (pairs) => {
        const reply = await market.get(`/api/properties?${new URLSearchParams(pairs)}`);
        expect([200, 422]).toContain(reply.status);
      }),
      { numRuns: 300 },
    );
  });
});
