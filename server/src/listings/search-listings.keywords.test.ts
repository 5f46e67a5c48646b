import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { makeMissingWords } from "./keywords/make-missing-words.ts";

describe("searchListings: keywords", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "keywords", [
      home({
        ListingId: "POOL",
        PublicRemarks: "Pool-side living; the OWNER’S suite.",
        UnparsedAddress: "1 Alder St",
      }),
      home({ ListingId: "POOLS", PublicRemarks: "Two pools.", UnparsedAddress: "2 Oak Church Street" }),
      home({
        ListingId: "HIDDEN",
        PublicRemarks: "A quiet street.",
        UnparsedAddress: "3 Alder St",
        InternetAddressDisplayYN: false,
      }),
      home({ ListingId: "BARE", UnparsedAddress: null }),
    ]);
  });
  afterAll(() => lintel.close());

  const found = async (keywords: string) =>
    (await market.ids(`keywords=${encodeURIComponent(keywords)}`)).sort();

  it("finds whole words in any case, all of them, without stems", async () => {
    expect(await found("pool")).toEqual(["POOL"]);
    expect(await found("POOLS")).toEqual(["POOLS"]);
    expect(await found("living side")).toEqual(["POOL"]);
    expect(await found("pool pools")).toEqual([]);
    expect(await found("owner's")).toEqual(["POOL"]);
    expect(await found("owner’s")).toEqual(["POOL"]);
    expect(await found("owner")).toEqual([]);
  });

  it("takes words of the description and the address together, and never splits at commas", async () => {
    expect(await found("pool alder")).toEqual(["POOL"]);
    expect(await found("pool,alder")).toEqual(["POOL"]);
    expect(await found("2, oak")).toEqual(["POOLS"]);
    expect(await found("street")).toEqual(["HIDDEN", "POOLS"]);
  });

  it("does not read addresses that are hidden", async () => {
    expect(await found("alder")).toEqual(["POOL"]);
    expect(await found("3")).toEqual([]);
  });

  it("lets the names of streets pass the guard", async () => {
    expect(await found("church street")).toEqual(["POOLS"]);
  });

  it("knows what an import has written as soon as it has ended", async () => {
    await market.import([home({ ListingId: "NEW", PublicRemarks: "A zeppelin hangar." })]);
    expect(await found("zeppelin")).toEqual(["NEW"]);
    await market.import([home({ ListingId: "NEW", PublicRemarks: "A hangar." })]);
    expect(await found("zeppelin")).toEqual([]);
    expect(await found("hangar")).toEqual(["NEW"]);
  });

  it("does not read what the rules of the source hide", async () => {
    const admin = await lintel.createKey("admin");
    const put = (fields_hidden: string[]) =>
      lintel.call("/api/admin/sources/keywords/rules", {
        method: "PUT",
        key: admin,
        body: { fields_hidden },
      });
    await put(["description"]);
    expect(await found("pool")).toEqual([]);
    expect(await found("alder")).toEqual(["POOL"]);
    await put(["address"]);
    expect(await found("pool")).toEqual(["POOL"]);
    expect(await found("alder")).toEqual([]);
    await put(["address", "description"]);
    expect(await found("pool")).toEqual([]);
    expect(await found("alder")).toEqual([]);
    await put([]);
    expect(await found("pool alder")).toEqual(["POOL"]);
  });

  it("finds what an import has written at once, also beside a job that makes words", async () => {
    const texts = Array.from({ length: 400 }, (_, nth) =>
      home({ ListingId: `M${nth}`, PublicRemarks: nth % 2 ? "A marble floor." : "An oak floor." }),
    );
    await Promise.all([market.import(texts), makeMissingWords(lintel.ctx)]);
    const [marble] = await Promise.all([market.search("keywords=marble"), makeMissingWords(lintel.ctx)]);
    expect(marble.total).toBe(200);
    expect((await lintel.database.db.selectFrom("listings_without_words").selectAll().execute()).length).toBe(
      0,
    );
  });

  it("stands beside other filters, and in a body", async () => {
    expect((await market.search("keywords=street&listing_ids=HIDDEN")).total).toBe(1);
    const { body } = await lintel.call("/api/properties/search", {
      method: "POST",
      host: market.host,
      body: { keywords: "Street", max_price: 1e6 },
    });
    expect(body.total).toBe(2);
  });
});
