import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("searchListings: sorting", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "sorting", [
      sorted("b", [300_000, 3, 1, 900], "2026-06-03"),
      sorted("a", [300_000, 2, 2, 700], "2026-06-01"),
      sorted("B", [500_000, 3, 2, 900], "2026-06-02"),
      sorted("c", [100_000, 1, 1, 800], "2026-06-03"),
      sorted("0", [null, null, null, null], null),
      sorted("z", [null, null, null, null], null),
    ]);
  });
  afterAll(() => lintel.close());

  const order = async (parameters: string) => (await market.ids(parameters)).join("");

  it("puts the newest first by default, and listings without a date last", async () => {
    expect(await order("")).toBe("bcBa0z");
  });

  it.each([
    ["list_price", "Babc0z", "cabB0z"],
    ["beds", "Bbac0z", "caBb0z"],
    ["baths", "Babc0z", "bcBa0z"],
    ["sqft", "Bbca0z", "acBb0z"],
    ["list_date", "bcBa0z", "aBbc0z"],
  ])(
    "%s sorts down by default and up when asked, absent values last, ties by listing_id",
    async (by, down, up) => {
      expect(await order(`sort_by=${by}`)).toBe(down);
      expect(await order(`sort_by=${by}&sort_order=desc`)).toBe(down);
      expect(await order(`sort_by=${by}&sort_order=asc`)).toBe(up);
    },
  );

  it("keeps the order over pages of any size", async () => {
    const whole = await order("sort_by=beds&sort_order=asc");
    for (const size of [1, 2, 3, 4, 5]) {
      let pages = "";
      for (let page = 1; page <= Math.ceil(6 / size); page++) {
        pages += await order(`sort_by=beds&sort_order=asc&page=${page}&page_size=${size}`);
      }
      expect(pages).toBe(whole);
    }
  });

  it("refuses to sort by a distance that nothing is measured from", async () => {
    const { status, body } = await market.get("/api/properties?sort_by=distance_miles");
    expect([status, body.detail[0].loc]).toEqual([422, ["query", "sort_by"]]);
  });
});

/** Price, beds, baths, square feet. */
type Values = [number, number, number, number] | [null, null, null, null];

function sorted(id: string, [price, beds, baths, sqft]: Values, listed: string | null) {
  return home({
    ListingId: id,
    ListPrice: price,
    BedroomsTotal: beds,
    BathroomsFull: baths,
    LivingArea: sqft,
    ListingContractDate: listed,
  });
}
