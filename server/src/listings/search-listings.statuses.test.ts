import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const neverPublic = ["Canceled", "Delete", "Expired", "Hold", "Incomplete", "Withdrawn"];

describe("searchListings: statuses", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    const withStatus = (status: string) => home({ ListingId: status, StandardStatus: status });
    market = await openMarket(lintel, "statuses", [
      withStatus("Active"),
      withStatus("Active Under Contract"),
      home({ ListingId: "Closed", StandardStatus: "Closed", CloseDate: "2026-06-10" }),
      withStatus("Coming Soon"),
      withStatus("Pending"),
      ...neverPublic.map(withStatus),
      home({ ListingId: "Unlisted", InternetEntireListingDisplayYN: false }),
    ]);
  });
  afterAll(() => lintel.close());

  it("shows every public status without a filter, and Closed as Sold", async () => {
    const { items } = await market.search("sort_by=beds");
    expect(
      items.map((item: { listing_id: string; status: string }) => [item.listing_id, item.status]),
    ).toEqual([
      ["Active", "Active"],
      ["Active Under Contract", "Active Under Contract"],
      ["Closed", "Sold"],
      ["Coming Soon", "Coming Soon"],
      ["Pending", "Pending"],
    ]);
  });

  it.each([
    ["Active", "Active"],
    ["Pending", "Pending"],
    ["Sold", "Closed"],
    ["Closed", "Closed"],
    ["Coming Soon", "Coming Soon"],
    ["Active Under Contract", "Active Under Contract"],
  ])("status=%s finds the listings that RESO calls %s, in upper and lower case", async (word, expected) => {
    for (const spelling of [word, word.toLowerCase(), word.toUpperCase()]) {
      expect(await market.ids(`status=${encodeURIComponent(spelling)}`)).toEqual([expected]);
    }
  });

  it.each([...neverPublic, "Nonsense"])("status=%s is refused: it is never public", async (status) => {
    const reply = await market.get(`/api/properties?status=${status}`);
    expect(reply.status).toBe(422);
    expect(reply.body.detail).toEqual([
      {
        loc: ["query", "status"],
        msg: expect.stringMatching(/^status must be one of Active, /),
        type: "enum",
      },
    ]);
  });

  it("never shows a listing with InternetEntireListingDisplayYN false, nor counts it", async () => {
    expect(await market.ids("state=any&page_size=100")).not.toContain("Unlisted");
    expect((await market.search("status=Active")).total).toBe(1);
    expect((await market.get("/api/properties/Unlisted")).status).toBe(404);
  });

  it("lets a listing go and come back with its status and its display flag", async () => {
    const change = async (fields: object) => {
      await market.import([home({ ListingId: "Moving", City: "Moscow", ...fields })]);
      return market.ids("city=Moscow");
    };
    expect(await change({})).toEqual(["Moving"]);
    expect(await change({ StandardStatus: "Hold" })).toEqual([]);
    expect(await change({ StandardStatus: "Active" })).toEqual(["Moving"]);
    expect(await change({ InternetEntireListingDisplayYN: false })).toEqual([]);
    expect(await change({ InternetEntireListingDisplayYN: true })).toEqual(["Moving"]);
  });
});
