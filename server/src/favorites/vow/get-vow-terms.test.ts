import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, offerVowTerms, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("getVowTerms", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "terms", [home({ ListingId: "t1" })]);
    await lintel.importListings("elsewhere", [home({ ListingId: "e1" })]);
  });
  afterAll(() => lintel.close());

  it("answers the current terms of a source of the brokerage, once it has some", async () => {
    const path = "/api/v1/sources/terms/vow-terms";
    expect((await market.get(path)).body).toEqual({ detail: "The source has no VOW terms" });
    await offerVowTerms(lintel, "terms", { version: "2026-06" });
    expect((await market.get(path)).body).toEqual({
      source: "terms",
      version: "2026-06",
      text: "I use this to look for a home.",
    });
    await offerVowTerms(lintel, "elsewhere", { version: "1" });
    const foreign = await market.get("/api/v1/sources/elsewhere/vow-terms");
    expect([foreign.status, foreign.body]).toEqual([404, { detail: "Source not found" }]);
  });
});
