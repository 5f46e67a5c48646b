import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket, subscribe } from "../../test/harness/market.ts";
import { addStillFeed } from "../../test/harness/still-feed.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("searchListings: cursors", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "steady", [
      home({ ListingId: "a1" }),
      home({ ListingId: "a3" }),
      home({ ListingId: "a5" }),
    ]);
    await lintel.importListings("late", [home({ ListingId: "a2" }), home({ ListingId: "a4" })]);
    await subscribe(lintel, market.brokerageId, ["steady", "late"]);
  });
  afterAll(() => lintel.close());

  it("lead on when the feed of a source is late meanwhile, whose listings are then left out", async () => {
    const key = await lintel.createKey("admin");
    const rules = { path: "/api/admin/sources/late/rules", body: { max_age_hours: 2 } };
    const first = await market.search("page_size=2");
    expect(first.items.map(({ listing_id }: { listing_id: string }) => listing_id)).toEqual(["a1", "a2"]);
    await addStillFeed(lintel, "late", 3);
    await lintel.services.listings.sources.refresh();
    expect((await lintel.call(rules.path, { method: "PUT", key, body: rules.body })).status).toBe(200);
    expect(await market.ids(`page_size=2&cursor=${first.next_cursor}`)).toEqual(["a3", "a5"]);
  });

  it("of another brokerage, of other filters or of another sort are refused", async () => {
    const { next_cursor } = await market.search("page_size=1");
    const other = await openMarket(lintel, "another", []);
    for (const [{ get }, parameters] of [
      [other, "page_size=1"],
      [market, "page_size=1&min_beds=1"],
      [market, "page_size=1&sort_by=list_price"],
    ] as const) {
      const { status, body } = await get(`/api/properties?${parameters}&cursor=${next_cursor}`);
      expect([status, body.detail[0].loc]).toEqual([422, ["query", "cursor"]]);
    }
  });
});
