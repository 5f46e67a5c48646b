import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const PATH = "/api/properties?city=Eagle";

describe("searchListings: searches that are repeated", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "repeated", [
      home({ ListingId: "first", City: "Eagle", ListPrice: 300_000 }),
    ]);
  });
  beforeEach(() => lintel.clock.set("2026-06-15T12:00:00Z"));
  afterAll(() => lintel.close());

  const search = (headers: Record<string, string> = {}, host = market.host) =>
    lintel.call(PATH, { host, headers });

  it("get the same bytes and the same weak tag", async () => {
    await market.import([
      home({ ListingId: "letters", City: "Eagle", UnparsedAddress: "9 Cañon Straße 😀" }),
    ]);
    const [one, other] = [await search(), await search()];
    expect(one.headers.etag).toMatch(/^W\/"[\w-]+"$/);
    expect(other.headers.etag).toBe(one.headers.etag);
    expect(other.text).toBe(one.text);
    expect(one.text).toContain("9 Cañon Straße 😀");
    expect(Number(one.headers["content-length"])).toBe(Buffer.byteLength(one.text));
  });

  it("get 304 without a body when the caller has the reply", async () => {
    const { headers } = await search();
    for (const tags of [
      headers.etag,
      `"other", ${headers.etag}`,
      String(headers.etag).replace("W/", ""),
      "*",
    ]) {
      const repeated = await search({ "if-none-match": String(tags) });
      expect(repeated.status).toBe(304);
      expect(repeated.text).toBe("");
      expect(repeated.headers.etag).toBe(headers.etag);
    }
    expect((await search({ "if-none-match": '"other"' })).status).toBe(200);
  });

  it("get a new reply and a new tag as soon as a listing has changed", async () => {
    const before = await search();
    for (const ListPrice of [310_000, 305_000]) {
      await market.import([home({ ListingId: "first", City: "Eagle", ListPrice })]);
      const after = await search({ "if-none-match": String(before.headers.etag) });
      expect(after.status).toBe(200);
      const first = after.body.items.find((item: { listing_id: string }) => item.listing_id === "first");
      expect(first.list_price).toBe(ListPrice);
      expect(after.headers.etag).not.toBe(before.headers.etag);
    }
  });

  it("do not show a listing that has been withdrawn", async () => {
    await market.import([home({ ListingId: "gone", City: "Eagle" })]);
    expect((await search()).text).toContain('"gone"');
    await market.import([home({ ListingId: "gone", City: "Eagle", StandardStatus: "Withdrawn" })]);
    expect((await search()).text).not.toContain('"gone"');
  });

  it("count the days on market of the day", async () => {
    await market.import([home({ ListingId: "dated", City: "Eagle", ListingContractDate: "2026-06-10" })]);
    const days = async () => {
      const { items } = (await search()).body;
      return items.find((item: { listing_id: string }) => item.listing_id === "dated").days_on_market;
    };
    expect(await days()).toBe(5);
    // Midnight in Boise.
    lintel.clock.set("2026-06-16T05:59:59Z");
    expect(await days()).toBe(5);
    lintel.clock.set("2026-06-16T06:00:00Z");
    expect(await days()).toBe(6);
  });

  it("never get what another brokerage sees, nor what it saw before its sources changed", async () => {
    const { db } = lintel.database;
    const other = await lintel.createTenant("repeated-other");
    const added = await db
      .insertInto("sources")
      .values({ name: "repeated-empty" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("brokerage_sources")
      .values({ brokerage_id: other.id, source_id: added.id })
      .execute();
    lintel.services.brokerages.tenants.forget();
    expect((await search()).body.total).toBeGreaterThan(0);
    expect((await search({}, other.host)).body.total).toBe(0);
    await db.deleteFrom("brokerage_sources").where("brokerage_id", "=", other.id).execute();
    lintel.services.brokerages.tenants.forget();
    expect((await search({}, other.host)).body.total).toBeGreaterThan(0);
  });
});
