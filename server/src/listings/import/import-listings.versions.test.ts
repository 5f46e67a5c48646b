import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("importListings: versions of a listing", () => {
  let lintel: TestApp;
  let admin: string;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    market = await openMarket(lintel, "versions", []);
  });
  afterAll(() => lintel.close());

  /** Imports over HTTP, and answers the counts without the zeros. */
  const send = async (records: object[], source = "versions") => {
    const reply = await lintel.call(`/api/admin/listings/import?source=${source}`, {
      method: "POST",
      key: admin,
      body: records.map((record) => JSON.stringify(record)).join("\n"),
    });
    expect([reply.status, reply.body.detail]).toEqual([200, undefined]);
    const { source: _, read, rejects, ...counts } = reply.body;
    return {
      ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
      ...(rejects.length && { rejects }),
    };
  };
  const status = async (id: string) => (await market.get(`/api/properties/${id}`)).status;
  const detail = async (id: string) => (await market.get(`/api/properties/${id}`)).body;
  const at = (day: string) => ({ ModificationTimestamp: `2026-06-${day}T00:00:00Z` });

  it("changes nothing when it is repeated, not even the revision", async () => {
    const records = [
      home({
        ListingId: "same1",
        ...at("01"),
        Media: [{ MediaURL: "https://p.test/1.jpg" }],
        ListAgentFullName: "Ann",
      }),
      home({ ListingId: "same2" }),
      home({ ListingId: "same3", ...at("02"), StandardStatus: "Delete" }),
    ];
    expect(await send(records)).toEqual({ created: 2, unchanged: 1 });
    const before = await lintel.database.db.selectFrom("listings").selectAll().orderBy("id").execute();
    expect(await send(records)).toEqual({ unchanged: 3 });
    expect(await send(records.toReversed())).toEqual({ unchanged: 3 });
    expect(await lintel.database.db.selectFrom("listings").selectAll().orderBy("id").execute()).toEqual(
      before,
    );
  });

  it("never lets an older version replace a newer one; it goes to the history", async () => {
    const closed = { StandardStatus: "Closed" };
    const sale = (date: string, ListPrice: number, day: string) =>
      home({
        ListingId: "old",
        ListingContractDate: null,
        ...closed,
        CloseDate: date,
        ListPrice,
        ...at(day),
      });
    expect(await send([sale("2026-05-01", 500_000, "10")])).toEqual({ created: 1 });
    expect(await send([sale("2024-05-01", 400_000, "05")])).toEqual({ updated: 1 });
    const shown = await detail("old");
    expect([shown.list_price, shown.sold_date]).toEqual([500_000, "2026-05-01"]);
    expect(shown.history).toEqual([
      { event: "sold", date: "2026-05-01", price: 500_000, status: "Sold" },
      { event: "sold", date: "2024-05-01", price: 400_000, status: "Sold" },
    ]);
    expect(await send([sale("2024-05-01", 400_000, "05"), sale("2026-05-01", 500_000, "10")])).toEqual({
      unchanged: 2,
    });
  });

  it("compares versions by their time, not by their place in the file", async () => {
    const version = (ListPrice: number, day: string) => home({ ListingId: "mixed", ListPrice, ...at(day) });
    await send([version(3, "03"), version(1, "01"), version(4, "04"), version(2, "02")]);
    expect((await detail("mixed")).list_price).toBe(4);
  });

  it.each([
    ["StandardStatus Delete", { StandardStatus: "Delete" }],
    ["MlgCanView false", { MlgCanView: false }],
  ])("removes a listing by %s, and shows it again when the feed does", async (name, removal) => {
    const id = name.replaceAll(" ", "");
    const key = `key-${id}`;
    expect(await send([home({ ListingId: id, ...at("01") })])).toEqual({ created: 1 });
    expect(await send([{ ListingKey: key, ListingId: id, ...removal, ...at("02") }])).toEqual({ updated: 1 });
    expect(await status(id)).toBe(404);
    expect(await market.ids("page_size=100")).not.toContain(id);
    expect(await send([{ ListingKey: key, ListingId: id, ...removal, ...at("02") }])).toEqual({
      unchanged: 1,
    });
    expect(await send([home({ ListingId: id, ...at("03") })])).toEqual({ updated: 1 });
    expect(await status(id)).toBe(200);
    expect(await market.ids("page_size=100")).toContain(id);
  });

  it("does not bring a removed listing back with a version older than its removal", async () => {
    const gone = { ListingKey: "key-zombie", StandardStatus: "Delete", ...at("05") };
    await send([home({ ListingId: "zombie", ...at("01") })]);
    await send([gone]);
    await send([home({ ListingId: "zombie", ListPrice: 1, ...at("03") })]);
    expect(await status("zombie")).toBe(404);
    await send([home({ ListingId: "zombie", ...at("06") })]);
    expect(await status("zombie")).toBe(200);
  });

  it("ignores a removal that is older than what is stored, and of what was never there", async () => {
    await send([home({ ListingId: "kept", ...at("05") })]);
    expect(await send([{ ListingKey: "key-kept", StandardStatus: "Delete", ...at("04") }])).toEqual({
      unchanged: 1,
    });
    expect(await status("kept")).toBe(200);
    expect(await send([{ ListingKey: "never", StandardStatus: "Delete", ...at("04") }])).toEqual({
      unchanged: 1,
    });
  });

  it("takes a removal and an older version of a listing it never had, in one file", async () => {
    const gone = { ListingKey: "key-late", ListingId: "late", StandardStatus: "Delete", ...at("05") };
    expect(await send([gone, home({ ListingId: "late", ...at("01") })])).toEqual({ unchanged: 2 });
    expect(await status("late")).toBe(404);
  });

  it("stores a listing_id that another source has as {source}-{listing_id}, now and in every later import", async () => {
    await send([home({ ListingId: "clash", ListPrice: 1 })], "first");
    expect(await send([home({ ListingId: "clash", ListPrice: 2 })], "second")).toEqual({ created: 1 });
    const { host } = await lintel.createTenant("sees-all");
    const price = async (id: string) =>
      (await lintel.call(`/api/properties/${id}`, { host })).body.list_price;
    expect([await price("clash"), await price("second-clash")]).toEqual([1, 2]);
    expect(await send([home({ ListingId: "clash", ListPrice: 2 })], "second")).toEqual({ unchanged: 1 });
    expect(await send([home({ ListingId: "clash", ListPrice: 3 })], "second")).toEqual({ updated: 1 });
    expect([await price("clash"), await price("second-clash")]).toEqual([1, 3]);
  });

  it("refuses a second ListingKey with the ListingId of another in one source", async () => {
    const reason = "ListingId twin belongs to ListingKey k1 of this source";
    const [first, second] = [
      home({ ListingId: "twin", ListingKey: "k1" }),
      home({ ListingId: "twin", ListingKey: "k2" }),
    ];
    const refused = { rejected: 1, rejects: [{ line: 2, reasons: [reason] }] };
    expect(await send([first, second])).toEqual({ created: 1, ...refused });
    expect(await send([first, second])).toEqual({ unchanged: 1, ...refused });
  });

  it("tells of unreadable and of refused lines in the order of the lines", async () => {
    const [first, second] = [
      home({ ListingId: "line", ListingKey: "l1" }),
      home({ ListingId: "line", ListingKey: "l2" }),
    ];
    const { rejects } = await send([{}, first, second, {}]);
    expect((rejects as { line: number }[]).map(({ line }) => line)).toEqual([1, 3, 4]);
  });

  it("refuses it also where both clash with another source", async () => {
    await send([home({ ListingId: "trio" })], "third");
    const [first, second] = [
      home({ ListingId: "trio", ListingKey: "t1" }),
      home({ ListingId: "trio", ListingKey: "t2" }),
    ];
    expect(await send([first, second], "fourth")).toMatchObject({ created: 1, rejected: 1 });
    expect(await send([first, second], "fourth")).toMatchObject({ unchanged: 1, rejected: 1 });
  });

  it("refuses a listing whose prefixed id is taken by a listing of that very name", async () => {
    await send([home({ ListingId: "77" })], "fifth");
    await send([home({ ListingId: "sixth-77" })], "sixth");
    expect(await send([home({ ListingId: "77" }), home({ ListingId: "78" })], "sixth")).toMatchObject({
      created: 1,
      rejected: 1,
    });
  });
});
