import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { indexListings } from "../index.ts";
import { weightOfShare, wordShares } from "./word-weights.ts";

describe("the weight of a word", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  it("is taken anew from the documents once many of them have changed", async () => {
    expect((await wordShares(lintel.database.db)).size).toBe(0);
    const homes = Array.from({ length: 520 }, (_, nth) =>
      home({
        ListingId: `WORDS-${nth}`,
        PublicRemarks: nth % 100 === 0 ? "A greenhouse behind the orchard." : "An orchard.",
      }),
    );
    await openMarket(lintel, "words", homes);
    await indexListings(lintel.ctx);
    const shares = await wordShares(lintel.database.db);
    expect(shares.get("orchard")).toBeGreaterThan(0.9);
    expect(shares.get("greenhous") ?? 0).toBeLessThan(0.1);
    expect(weightOfShare(shares.get("orchard"))).toBeLessThan(weightOfShare(shares.get("greenhous")));
  });
});
