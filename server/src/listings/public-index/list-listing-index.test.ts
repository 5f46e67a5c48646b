import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket, subscribe } from "../../../test/harness/market.ts";
import { watchStatements } from "../../../test/harness/statements.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const PATH = "/api/public/listing-index";

describe("listListingIndex", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  type Entry = { id: string; slug: string; status: string; updated_at: string };
  const entries = async ({ get }: Market): Promise<Entry[]> => (await get(PATH)).body.items;
  const place = { UnparsedAddress: "101 Oakmont St", PostalCode: "83702" };

  it("has every public listing by its id, with its slug and status", async () => {
    const market = await openMarket(lintel, "all", [
      home({ ListingId: "all-2", ...place, StandardStatus: "Closed", CloseDate: "2026-06-01" }),
      home({ ListingId: "all-1", ...place }),
      home({ ListingId: "all-3", ...place, InternetAddressDisplayYN: false }),
      home({ ListingId: "all-4", StateOrProvince: "OR", City: "Ontario" }),
      home({ ListingId: "all-5", StandardStatus: "Hold" }),
      home({ ListingId: "all-6", InternetEntireListingDisplayYN: false }),
    ]);
    const { body } = await market.get(PATH);
    expect([body.total, body.next_cursor]).toEqual([4, null]);
    expect(body.items.map(({ updated_at: _, ...item }: Entry) => item)).toEqual([
      { id: "all-1", slug: "101-oakmont-st-boise-id-83702", status: "Active" },
      { id: "all-2", slug: "101-oakmont-st-boise-id-83702", status: "Sold" },
      { id: "all-3", slug: "boise-id-83702", status: "Active" },
      { id: "all-4", slug: "ontario-or", status: "Active" },
    ]);
  });

  it("has the listings of the Host's brokerage alone, from memory", async () => {
    const north = await openMarket(lintel, "north", [home({ ListingId: "north-1" })]);
    const south = await openMarket(lintel, "south", [home({ ListingId: "south-1" })]);
    expect((await entries(north)).map(({ id }) => id)).toEqual(["north-1"]);
    const watch = watchStatements(lintel);
    expect((await entries(south)).map(({ id }) => id)).toEqual(["south-1"]);
    expect(watch.sent()).toEqual([]);
    watch.close();
  });

  it("has the time of the last change of what is shown", async () => {
    const record = home({ ListingId: "when-1", ...place, ModificationTimestamp: "2026-06-01T10:00:00Z" });
    const market = await openMarket(lintel, "when", [record]);
    const time = async () => Date.parse((await entries(market))[0]?.updated_at as string);
    const first = await time();
    expect(Math.abs(first - Date.now())).toBeLessThan(600_000);
    // A record that is new in what no page shows.
    const later = { ModificationTimestamp: "2026-06-02T10:00:00Z", MlsStatus: "Active - Reviewed" };
    await market.import([{ ...record, ...later }]);
    expect(await time()).toBe(first);
    await market.import([{ ...record, ModificationTimestamp: "2026-06-03T10:00:00Z", ListPrice: 390_000 }]);
    const changed = await time();
    expect(changed).toBeGreaterThan(first);
    // An open house belongs to what is shown.
    const OpenHouse = [{ OpenHouseKey: "when", OpenHouseDate: "2036-06-01" }];
    await market.import([
      { ...record, ModificationTimestamp: "2026-06-04T10:00:00Z", ListPrice: 390_000, OpenHouse },
    ]);
    expect(await time()).toBeGreaterThan(changed);
  });

  it("has a tag, and cursors of this brokerage alone", async () => {
    const market = await openMarket(lintel, "tags", [home({ ListingId: "tags-1" })]);
    const first = await market.get(PATH);
    const headers = { "if-none-match": String(first.headers.etag) };
    expect((await lintel.call(PATH, { host: market.host, headers })).status).toBe(304);
    const { status, body } = await market.get(`${PATH}?cursor=nonsense`);
    expect([status, body.detail[0].loc]).toEqual([422, ["query", "cursor"]]);
  });

  it("gives each of many listings once, 10,000 a page", async () => {
    const market = await openMarket(lintel, "many", []);
    const records = Array.from({ length: 12_000 }, (_, nth) => home({ ListingId: `many-${nth}` }));
    await market.import(records);
    const all: string[] = [];
    let cursor: string | null = null;
    const sizes: number[] = [];
    do {
      const { body } = await market.get(`${PATH}${cursor === null ? "" : `?cursor=${cursor}`}`);
      all.push(...body.items.map(({ id }: Entry) => id));
      sizes.push(body.items.length);
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(sizes).toEqual([10_000, 2000]);
    expect(all).toEqual(records.map(({ ListingId }) => ListingId).sort());
    const { id } = await lintel.createTenant("other-many");
    await subscribe(lintel, id, ["many"]);
    const page = await market.get(PATH);
    const foreign = await lintel.call(`${PATH}?cursor=${page.body.next_cursor}`, { host: "other-many.test" });
    expect(foreign.status).toBe(422);
  }, 120_000);
});
