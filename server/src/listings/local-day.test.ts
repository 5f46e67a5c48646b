import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("days_on_market", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "midnight", [
      home({ ListingId: "WEST" }),
      home({ ListingId: "EAST", StateOrProvince: "NY", City: "Albany" }),
      home({ ListingId: "FED", DaysOnMarket: 7 }),
    ]);
  });
  afterAll(() => lintel.close());

  const days = async (time: string) => {
    lintel.clock.set(time);
    const { items } = await market.search("state=any&sort_by=list_price");
    const listed = Object.fromEntries(
      items.map((item: { listing_id: string; days_on_market: number }) => [
        item.listing_id,
        item.days_on_market,
      ]),
    );
    for (const [id, count] of Object.entries(listed)) {
      expect((await market.get(`/api/properties/${id}`)).body.days_on_market).toBe(count);
    }
    return listed;
  };

  it("turn over at the listing's own midnight, in cached answers too", async () => {
    // Midnight is at 04:00 UTC in New York, and at 06:00 UTC in Boise.
    expect(await days("2026-06-15T12:00:00Z")).toEqual({ WEST: 14, EAST: 14, FED: 7 });
    expect(await days("2026-06-16T03:59:00Z")).toEqual({ WEST: 14, EAST: 14, FED: 7 });
    expect(await days("2026-06-16T04:01:00Z")).toEqual({ WEST: 14, EAST: 15, FED: 7 });
    expect(await days("2026-06-16T06:01:00Z")).toEqual({ WEST: 15, EAST: 15, FED: 8 });
  });

  it("count on from the day on which the feed counted, which is the listing's", async () => {
    lintel.clock.set("2026-06-17T03:00:00Z");
    await market.import([home({ ListingId: "LATE", DaysOnMarket: 3 })]);
    expect((await market.get("/api/properties/LATE")).body.days_on_market).toBe(3);
    expect((await days("2026-06-17T06:01:00Z")).LATE).toBe(4);
  });
});
