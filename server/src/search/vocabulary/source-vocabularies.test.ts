import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { indexListings } from "../index.ts";

const MINUTE = 60_000;

let lintel: TestApp;
beforeAll(async () => {
  lintel = await startTestApp();
});
afterAll(() => lintel.close());

const cottage = (listingId: string) => home({ ListingId: listingId, PublicRemarks: "A quiet cottage." });
const withWord = (word: string) => (listingId: string) =>
  home({ ListingId: listingId, PublicRemarks: `A quiet cottage with a ${word}.` });

/** A brokerage with some listings whose words are counted. */
async function searchedMarket(name: string, listings: number) {
  const ids = Array.from({ length: listings }, (_, nth) => `${name}-${nth}`);
  const market = await openMarket(lintel, name, ids.map(cottage));
  await indexListings(lintel.ctx);
  expect(await correctionOf(market, "belveder")).toBeUndefined();
  return { market, ids };
}

/** What a search takes a misspelt word for: a word that the counts have. */
async function correctionOf({ host }: Market, word: string): Promise<string | undefined> {
  const { body } = await lintel.call("/api/search/semantic", {
    method: "POST",
    host,
    body: { query: `cottage with a ${word}` },
  });
  const corrected = body.interpreted.compared_as.find(({ text }: { text: string }) => text === word);
  return corrected?.as[0];
}

async function change(market: Market, ids: readonly string[], record: (id: string) => object) {
  await market.import(ids.map((id) => ({ ...record(id) })));
  await indexListings(lintel.ctx);
}

describe("the counted words of a brokerage's listings", () => {
  it("are those of the changed listings at once when there are few", async () => {
    const { market, ids } = await searchedMarket("few", 20);
    await change(market, ids.slice(0, 1), withWord("belvedere"));
    expect(await correctionOf(market, "belveder")).toBe("belvedere");
  });

  it("serve on when one of many listings has changed, and are counted again in the background after a minute", async () => {
    const { market, ids } = await searchedMarket("many", 260);
    await change(market, ids.slice(0, 1), withWord("belvedere"));
    expect(await correctionOf(market, "belveder")).toBeUndefined();
    lintel.clock.advance(MINUTE + 1);
    await expect.poll(() => correctionOf(market, "belveder")).toBe("belvedere");
  });

  it("are counted before the next search when the number of listings has changed by more than a tenth", async () => {
    const { market } = await searchedMarket("growing", 260);
    const more = Array.from({ length: 40 }, (_, nth) => `growing-more-${nth}`);
    await change(market, more, withWord("belvedere"));
    expect(await correctionOf(market, "belveder")).toBe("belvedere");
  });
});
