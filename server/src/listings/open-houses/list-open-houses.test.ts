import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import type { RawRecord } from "../import/field-reader.ts";
import { deleteOpenHouses, writeOpenHouses } from "./open-houses.ts";
import { readOpenHouse } from "./read-open-house.ts";

const HOUR = 3_600_000;

describe("listOpenHouses", () => {
  let lintel: TestApp;
  let market: Market;
  // It is noon by UTC, 15 June 2026.
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "open", [
      house("BOISE", [
        open("b1", "2026-06-15T19:00:00Z", "2026-06-15T21:00:00Z", { OpenHouseRemarks: "Come in." }),
        open("b2", "2026-06-21T02:00:00Z", "2026-06-21T04:00:00Z"),
      ]),
      house("NORTH", [open("n1", "2026-06-17T06:30:00Z", "2026-06-17T08:00:00Z")], {
        City: "Coeur d'Alene",
        Latitude: 47.67,
        Longitude: -116.78,
      }),
      house("ALL-DAY", [{ OpenHouseKey: "d1", OpenHouseDate: "2026-06-18" }], { ListPrice: 900_000 }),
      house("NOT-PUBLIC", [
        open("x1", "2026-06-16T19:00:00Z", "2026-06-16T21:00:00Z", { OpenHouseType: "Broker" }),
        open("x2", "2026-06-16T19:00:00Z", "2026-06-16T21:00:00Z", { OpenHouseType: "Office" }),
        open("x3", "2026-06-16T19:00:00Z", "2026-06-16T21:00:00Z", { OpenHouseStatus: "Canceled" }),
        open("x4", "2026-06-16T19:00:00Z", "2026-06-16T21:00:00Z", { OpenHouseStatus: "Ended" }),
        open("x5", "2026-06-14T19:00:00Z", "2026-06-14T21:00:00Z"),
      ]),
      house("HIDDEN", [open("h1", "2026-06-16T19:00:00Z", "2026-06-16T21:00:00Z")], {
        InternetEntireListingDisplayYN: false,
      }),
    ]);
  });
  afterAll(() => lintel.close());

  const list = async (parameters = "") => {
    const reply = await market.get(`/api/open-houses?${parameters}`);
    expect([parameters, reply.status]).toEqual([parameters, 200]);
    return reply.body;
  };
  const found = async (parameters?: string): Promise<string[]> =>
    (await list(parameters)).items.map((item: { listing_id: string }) => item.listing_id);

  it("lists those for the public that have not ended, soonest first, each with its listing's card", async () => {
    const { items, ...counts } = await list();
    expect(counts).toEqual({ total: 4, page: 1, page_size: 20, total_pages: 1, next_cursor: null });
    const [card] = (await market.search("listing_ids=BOISE")).items;
    expect(items[0]).toEqual({
      id: expect.any(Number),
      listing_id: "BOISE",
      date: "2026-06-15",
      starts_at: "2026-06-15T19:00:00.000Z",
      ends_at: "2026-06-15T21:00:00.000Z",
      time_zone: "America/Boise",
      remarks: "Come in.",
      property: card,
    });
    expect(items.map((item: RawRecord) => [item.listing_id, item.date, item.time_zone])).toEqual([
      ["BOISE", "2026-06-15", "America/Boise"],
      // 23:30 where it is.
      ["NORTH", "2026-06-16", "America/Los_Angeles"],
      ["ALL-DAY", "2026-06-18", "America/Boise"],
      ["BOISE", "2026-06-20", "America/Boise"],
    ]);
    expect(items[2]).toMatchObject({ starts_at: null, ends_at: null });
  });

  it("pages by a cursor, which neither repeats nor loses one while others come and go before it", async () => {
    const first = await list("page_size=2");
    expect(first.items.map((item: RawRecord) => item.listing_id)).toEqual(["BOISE", "NORTH"]);
    await market.import([
      house("EARLY", [open("e1", "2026-06-15T13:00:00Z", "2026-06-15T15:00:00Z")]),
      house("NORTH", [], { City: "Coeur d'Alene", Latitude: 47.67, Longitude: -116.78 }),
    ]);
    try {
      const second = await list(`page_size=2&cursor=${first.next_cursor}`);
      expect(second.items.map((item: RawRecord) => item.listing_id)).toEqual(["ALL-DAY", "BOISE"]);
      expect(second).toMatchObject({ total: 4, page: 2, total_pages: 2, next_cursor: null });
      const third = await list(`page_size=1&cursor=${first.next_cursor}`);
      expect(await found(`page_size=1&cursor=${third.next_cursor}`)).toEqual(["BOISE"]);
    } finally {
      await market.import([
        house("EARLY", []),
        house("NORTH", [open("n1", "2026-06-17T06:30:00Z", "2026-06-17T08:00:00Z")], {
          City: "Coeur d'Alene",
          Latitude: 47.67,
          Longitude: -116.78,
        }),
      ]);
    }
  });

  it("refuses a cursor with a page, of other filters or days, and one of the list of homes", async () => {
    const { next_cursor } = await list("page_size=1&from=2026-06-15");
    const homes = (await market.search("page_size=1")).next_cursor;
    const other = "cursor belongs to a list with other filters or another sort: begin again without it";
    for (const [parameters, message] of [
      [
        `from=2026-06-15&page=2&cursor=${next_cursor}`,
        "cursor cannot be combined with page: give one of the two",
      ],
      [`from=2026-06-15&min_beds=1&cursor=${next_cursor}`, other],
      [`from=2026-06-16&cursor=${next_cursor}`, other],
      [`cursor=${homes}`, other],
      ["cursor=none", "cursor is not one that this API has given: begin again without it"],
    ]) {
      const { status, body } = await market.get(`/api/open-houses?${parameters}`);
      expect([status, body.detail[0].msg]).toEqual([422, message]);
    }
  });

  it("takes local days, inclusive, and the filters of lists", async () => {
    // 23:30 on the 16th in the north; 20:00 on the 20th in Boise.
    expect(await found("from=2026-06-16&to=2026-06-16")).toEqual(["NORTH"]);
    expect(await found("from=2026-06-17&to=2026-06-19")).toEqual(["ALL-DAY"]);
    expect(await found("from=2026-06-20")).toEqual(["BOISE"]);
    expect(await found("to=2026-06-15")).toEqual(["BOISE"]);
    expect(await found("min_price=800000")).toEqual(["ALL-DAY"]);
    expect(await found("open_house_to=2026-06-15")).toEqual(["BOISE", "BOISE"]);
    expect(await found("page=2&page_size=3")).toEqual(["BOISE"]);
  });

  it("filters listings by the same days", async () => {
    const ids = async (parameters: string) => (await market.ids(parameters)).sort();
    expect(await ids("open_house_from=2026-06-15")).toEqual(["ALL-DAY", "BOISE", "NORTH"]);
    expect(await ids("open_house_from=2026-06-16&open_house_to=2026-06-16")).toEqual(["NORTH"]);
    expect(await ids("open_house_to=2026-06-14")).toEqual([]);
    expect(await ids("open_house_from=2026-06-20&open_house_to=2026-06-20")).toEqual(["BOISE"]);
  });

  it("leaves one out as soon as it has ended, without a write", async () => {
    const before = await market.get("/api/open-houses");
    lintel.clock.advance(10 * HOUR);
    try {
      expect(await found()).toEqual(["NORTH", "ALL-DAY", "BOISE"]);
      expect(await market.ids("open_house_to=2026-06-15")).toEqual([]);
    } finally {
      lintel.clock.advance(-10 * HOUR);
    }
    expect(before.headers.etag).toBe((await market.get("/api/open-houses")).headers.etag);
  });

  it("answers 304 to a caller that has the same list", async () => {
    const { headers } = await market.get("/api/open-houses");
    const again = await lintel.call("/api/open-houses", {
      host: market.host,
      headers: { "if-none-match": headers.etag as string },
    });
    expect(again.status).toBe(304);
  });

  it("hides the words of one whose listing hides its description", async () => {
    const admin = await lintel.createKey("admin");
    const put = (fields_hidden: string[]) =>
      lintel.call("/api/admin/sources/open/rules", { method: "PUT", key: admin, body: { fields_hidden } });
    await put(["description"]);
    expect((await list()).items[0].remarks).toBeNull();
    await put([]);
    expect((await list()).items[0].remarks).toBe("Come in.");
  });

  it("knows of one that a feed writes, moves and deletes at once", async () => {
    const { db } = lintel.database;
    const source = await db
      .selectFrom("sources")
      .select("id")
      .where("name", "=", "open")
      .executeTakeFirstOrThrow();
    const record = { ...open("f1", "2026-06-25T19:00:00Z", "2026-06-25T21:00:00Z"), ListingKey: "key-NORTH" };
    const write = async (fields: RawRecord) => {
      const read = readOpenHouse({ ...record, ...fields });
      if ("openHouse" in read) await writeOpenHouses(db, source.id, [read.openHouse]);
      await lintel.services.listings.index.catchUp();
    };
    await write({});
    expect(await found("from=2026-06-25&to=2026-06-25")).toEqual(["NORTH"]);
    await write({ ListingKey: "key-BOISE" });
    expect(await found("from=2026-06-25&to=2026-06-25")).toEqual(["BOISE"]);
    await deleteOpenHouses(db, source.id, ["f1"]);
    await lintel.services.listings.index.catchUp();
    expect(await found("from=2026-06-25&to=2026-06-25")).toEqual([]);
  });

  it("replaces those of a listing by those of its next record, and keeps them when the record does not say", async () => {
    await market.import([house("MOVED", [open("m1", "2026-06-26T19:00:00Z", "2026-06-26T21:00:00Z")])]);
    expect(await found("from=2026-06-26&to=2026-06-27")).toEqual(["MOVED"]);
    const { OpenHouse: _, ...silent } = house("MOVED", []);
    await market.import([{ ...silent, ListPrice: 410_000 }]);
    expect(await found("from=2026-06-26&to=2026-06-27")).toEqual(["MOVED"]);
    await market.import([
      house("MOVED", [open("m2", "2026-06-27T19:00:00Z", "2026-06-27T21:00:00Z"), { OpenHouseKey: 5 }]),
    ]);
    expect(await found("from=2026-06-26&to=2026-06-26")).toEqual([]);
    expect(await found("from=2026-06-27&to=2026-06-27")).toEqual(["MOVED"]);
    await market.import([house("MOVED", [])]);
    expect(await found("from=2026-06-26&to=2026-06-27")).toEqual([]);
    const { rows } = await sql`select 1 from open_houses where listing_key = 'key-MOVED'`.execute(
      lintel.database.db,
    );
    expect(rows).toEqual([]);
  });

  it("refuses days that are none, or swapped", async () => {
    for (const [parameters, message] of [
      ["from=tomorrow", "from must be a valid date (YYYY-MM-DD)"],
      ["to=2026-02-30", "to must be a valid date (YYYY-MM-DD)"],
      ["from=2026-06-02&to=2026-06-01", "from must not be later than to"],
      ["min_beds=-1", "min_beds must be a positive number"],
      ["page_size=101", "page_size must be between 1 and 100"],
    ]) {
      const { status, body } = await market.get(`/api/open-houses?${parameters}`);
      expect([status, body.detail[0].msg]).toEqual([422, message]);
    }
  });
});

function house(ListingId: string, OpenHouse: RawRecord[], fields: RawRecord = {}): RawRecord {
  return home({ ListingId, Latitude: 43.6, Longitude: -116.2, OpenHouse, ...fields });
}

function open(OpenHouseKey: string, start: string, end: string, fields: RawRecord = {}): RawRecord {
  return { OpenHouseKey, OpenHouseStartTime: start, OpenHouseEndTime: end, ...fields };
}
