import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("getListingHistory", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "past", []);
  });
  afterAll(() => lintel.close());

  const live = async (id: string, versions: [day: number, fields: object][]) => {
    for (const [day, fields] of versions) {
      const ModificationTimestamp = `2026-06-${String(day).padStart(2, "0")}T10:00:00Z`;
      await market.import([home({ ListingId: id, ListPrice: 400_000, ModificationTimestamp, ...fields })]);
    }
    const { status, body } = await market.get(`/api/properties/${id}/history`);
    expect(status).toBe(200);
    return body as object[];
  };

  it("has each change with what was there before, newest first; a sale is a change to Sold", async () => {
    const changes = await live("sale", [
      [1, {}],
      [5, { ListPrice: 380_000 }],
      [8, { ListPrice: 380_000, StandardStatus: "Pending" }],
      [12, { ListPrice: 380_000, StandardStatus: "Closed", ClosePrice: 375_000, CloseDate: "2026-06-12" }],
    ]);
    expect(changes).toEqual([
      { at: "2026-06-12", event: "status_changed", from: "Pending", to: "Sold" },
      { at: "2026-06-08", event: "status_changed", from: "Active", to: "Pending" },
      { at: "2026-06-05", event: "price_changed", from: 400_000, to: 380_000 },
      { at: "2026-06-01", event: "listed", from: null, to: 400_000 },
    ]);
  });

  it("has a return to the market as relisted, with the prices of the hidden time folded into one", async () => {
    const changes = await live("return", [
      [1, {}],
      [4, { StandardStatus: "Withdrawn" }],
      [6, { StandardStatus: "Hold", ListPrice: 390_000 }],
      [9, { ListPrice: 370_000 }],
    ]);
    expect(changes).toEqual([
      { at: "2026-06-09", event: "relisted", from: 400_000, to: 370_000 },
      { at: "2026-06-04", event: "status_changed", from: "Active", to: "Off Market" },
      { at: "2026-06-01", event: "listed", from: null, to: 400_000 },
    ]);
  });

  it("has the offer after a sale as relisted, from the last asking price", async () => {
    const changes = await live("again", [
      [1, {}],
      [5, { StandardStatus: "Closed", ClosePrice: 395_000, CloseDate: "2026-06-05" }],
      [12, { ListPrice: 450_000 }],
    ]);
    expect(changes[0]).toEqual({ at: "2026-06-12", event: "relisted", from: 400_000, to: 450_000 });
  });

  it("tells a return that is no offer as a change of status", async () => {
    const changes = await live("pending", [
      [1, {}],
      [4, { StandardStatus: "Withdrawn" }],
      [6, { StandardStatus: "Pending" }],
    ]);
    expect(changes[0]).toEqual({
      at: "2026-06-06",
      event: "status_changed",
      from: "Off Market",
      to: "Pending",
    });
  });

  it("has the status and the price that were there before, also when one version changes both", async () => {
    const pending = await live("pending-and-cheaper", [
      [1, {}],
      [5, { StandardStatus: "Pending", ListPrice: 390_000 }],
    ]);
    expect(pending).toEqual([
      { at: "2026-06-05", event: "status_changed", from: "Active", to: "Pending" },
      { at: "2026-06-05", event: "price_changed", from: 400_000, to: 390_000 },
      { at: "2026-06-01", event: "listed", from: null, to: 400_000 },
    ]);
    const sold = await live("sold-and-cheaper", [
      [1, {}],
      [5, { StandardStatus: "Closed", ListPrice: 390_000, ClosePrice: 385_000, CloseDate: "2026-06-05" }],
    ]);
    expect(sold[0]).toEqual({ at: "2026-06-05", event: "status_changed", from: "Active", to: "Sold" });
  });

  it("has the status with which a listing is first seen", async () => {
    const pending = { StandardStatus: "Pending" };
    const sale = { StandardStatus: "Closed", ClosePrice: 395_000, CloseDate: "2026-06-12" };
    expect(
      await live("first-pending", [
        [3, pending],
        [12, sale],
      ]),
    ).toEqual([
      { at: "2026-06-12", event: "status_changed", from: "Pending", to: "Sold" },
      { at: "2026-06-03", event: "status_changed", from: "Active", to: "Pending" },
      { at: "2026-06-01", event: "listed", from: null, to: 400_000 },
    ]);
    expect(
      await live("first-pending-without-a-list-date", [
        [3, { ...pending, ListingContractDate: null }],
        [12, { ...sale, ListingContractDate: null }],
      ]),
    ).toEqual([
      { at: "2026-06-12", event: "status_changed", from: "Pending", to: "Sold" },
      { at: "2026-06-03", event: "status_changed", from: null, to: "Pending" },
    ]);
    expect(
      await live("first-closed", [
        [3, { StandardStatus: "Closed" }],
        [12, { ListPrice: 450_000 }],
      ]),
    ).toEqual([
      { at: "2026-06-12", event: "relisted", from: 400_000, to: 450_000 },
      { at: "2026-06-03", event: "status_changed", from: "Active", to: "Sold" },
      { at: "2026-06-01", event: "listed", from: null, to: 400_000 },
    ]);
    expect(await live("first-sold", [[13, sale]])).toEqual([
      { at: "2026-06-12", event: "status_changed", from: "Active", to: "Sold" },
      { at: "2026-06-01", event: "listed", from: null, to: 400_000 },
    ]);
  });

  it("begins with the listing also where it was not public then, at the price with which it became so", async () => {
    const hidden = { InternetEntireListingDisplayYN: false };
    const withdrawn = { StandardStatus: "Withdrawn" };
    const listed = (to: number) => ({ at: "2026-06-01", event: "listed", from: null, to });
    expect(
      await live("first-withdrawn", [
        [3, withdrawn],
        [9, { ListPrice: 370_000 }],
      ]),
    ).toEqual([listed(370_000)]);
    expect(
      await live("first-withdrawn-then-pending", [
        [3, withdrawn],
        [9, { StandardStatus: "Pending" }],
      ]),
    ).toEqual([
      { at: "2026-06-09", event: "status_changed", from: "Active", to: "Pending" },
      listed(400_000),
    ]);
    expect(
      await live("first-hidden", [
        [3, hidden],
        [5, { ...hidden, ListPrice: 395_000 }],
        [9, { ListPrice: 390_000 }],
        [11, { ListPrice: 380_000 }],
      ]),
    ).toEqual([{ at: "2026-06-11", event: "price_changed", from: 390_000, to: 380_000 }, listed(390_000)]);
    expect(
      await live("first-hidden-and-the-same", [
        [3, hidden],
        [9, {}],
      ]),
    ).toEqual([listed(400_000)]);
  });

  it("has a listing that was removed and came back as relisted, whether staff, its record or its file removed it", async () => {
    const back = [
      { at: "2026-06-20", event: "relisted", from: 400_000, to: 390_000 },
      // The clock of the tests.
      { at: "2026-06-15", event: "status_changed", from: "Active", to: "Off Market" },
      { at: "2026-06-01", event: "listed", from: null, to: 400_000 },
    ];
    await live("by-staff", [[1, {}]]);
    const key = await lintel.createKey("admin");
    expect((await lintel.call("/api/admin/listings/by-staff", { method: "DELETE", key })).status).toBe(200);
    expect(await live("by-staff", [[20, { ListPrice: 390_000 }]])).toEqual(back);

    await live("by-record", [[1, {}]]);
    await market.import([
      home({ ListingId: "by-record", MlgCanView: false, ModificationTimestamp: "2026-06-15T10:00:00Z" }),
    ]);
    expect(await live("by-record", [[20, { ListPrice: 390_000 }]])).toEqual(back);
    const { history } = (await market.get("/api/properties/by-record")).body;
    expect(history.map(({ status }: { status: string }) => status)).toEqual([
      "Active",
      "Off Market",
      "Active",
    ]);

    const files = await openMarket(lintel, "files", [home({ ListingId: "by-file", ListPrice: 400_000 })]);
    const other = `${JSON.stringify(home({ ListingId: "another" }))}\n`;
    const path = `/api/admin/listings/import?source=${files.source}&replace=true`;
    expect((await lintel.call(path, { method: "POST", key, body: other })).body.removal.removed).toBe(1);
    const ModificationTimestamp = "2026-06-20T10:00:00Z";
    await files.import([home({ ListingId: "by-file", ListPrice: 390_000, ModificationTimestamp })]);
    expect((await files.get("/api/properties/by-file/history")).body).toEqual(back);
  });

  it("has a home that comes soon from the start, also when it is listed before its date", async () => {
    const soon = { StandardStatus: "Coming Soon" };
    expect(
      await live("soon", [
        [3, soon],
        [5, {}],
      ]),
    ).toEqual([
      { at: "2026-06-05", event: "status_changed", from: "Coming Soon", to: "Active" },
      { at: "2026-06-01", event: "listed", from: null, to: 400_000 },
    ]);
    const ListingContractDate = "2026-06-10";
    expect(
      await live("soon-with-a-date-ahead", [
        [3, { ...soon, ListingContractDate }],
        [8, { ListingContractDate }],
      ]),
    ).toEqual([
      { at: "2026-06-10", event: "listed", from: null, to: 400_000 },
      { at: "2026-06-08", event: "status_changed", from: "Coming Soon", to: "Active" },
      { at: "2026-06-03", event: "status_changed", from: null, to: "Coming Soon" },
    ]);
  });

  it("has one row of a status that an older version had as well", async () => {
    const pending = { StandardStatus: "Pending" };
    expect(
      await live("late", [
        [8, pending],
        [5, pending],
        [3, {}],
      ]),
    ).toEqual([
      { at: "2026-06-08", event: "status_changed", from: "Active", to: "Pending" },
      { at: "2026-06-01", event: "listed", from: null, to: 400_000 },
    ]);
  });

  it("has one relisting where the version that offers a sold home again has another price", async () => {
    const changes = await live("again-after-a-sale-without-a-date", [
      [1, {}],
      [5, { StandardStatus: "Closed" }],
      [12, { ListPrice: 450_000 }],
      [14, { ListPrice: 440_000 }],
    ]);
    expect(changes).toEqual([
      { at: "2026-06-14", event: "price_changed", from: 450_000, to: 440_000 },
      { at: "2026-06-12", event: "relisted", from: 400_000, to: 450_000 },
      { at: "2026-06-05", event: "status_changed", from: "Active", to: "Sold" },
      { at: "2026-06-01", event: "listed", from: null, to: 400_000 },
    ]);
  });

  it("has no change of a status to itself where a version between was not shown", async () => {
    const hidden = { StandardStatus: "Pending", InternetEntireListingDisplayYN: false };
    const cheaper = await live("unseen", [
      [1, {}],
      [4, hidden],
      [8, { ListPrice: 380_000 }],
    ]);
    expect(cheaper).toEqual([
      { at: "2026-06-08", event: "price_changed", from: 400_000, to: 380_000 },
      { at: "2026-06-01", event: "listed", from: null, to: 400_000 },
    ]);
    expect(
      await live("unseen-and-the-same", [
        [1, {}],
        [4, hidden],
        [8, {}],
      ]),
    ).toHaveLength(1);
  });

  it("has the changes of the detail's history, one for one", async () => {
    await live("both", [
      [1, {}],
      [3, { ListPrice: 410_000 }],
      [4, { ListPrice: 410_000, StandardStatus: "Pending" }],
      [6, { ListPrice: 400_000, StandardStatus: "Active" }],
    ]);
    const { body } = await market.get("/api/properties/both");
    const changes = (await market.get("/api/properties/both/history")).body;
    expect(changes.map(({ at }: { at: string }) => at)).toEqual(
      body.history.map(({ date }: { date: string }) => date),
    );
  });

  it("obeys the rules of the source", async () => {
    const key = await lintel.createKey("admin");
    const put = async (rules: object, id = "sale") => {
      const path = `/api/admin/sources/${market.source}/rules`;
      expect((await lintel.call(path, { method: "PUT", key, body: rules })).status).toBe(200);
      return (await market.get(`/api/properties/${id}/history`)).body;
    };
    expect(await put({ fields_hidden: ["list_price"] })).toEqual([
      { at: "2026-06-12", event: "status_changed", from: "Pending", to: "Sold" },
      { at: "2026-06-08", event: "status_changed", from: "Active", to: "Pending" },
      { at: "2026-06-01", event: "listed", from: null, to: null },
    ]);
    expect(JSON.stringify(await put({ fields_hidden: ["sold_date"] }))).not.toContain("Sold");
    expect(await put({ fields_hidden: ["sold_date"] }, "again")).toEqual([
      { at: "2026-06-12", event: "price_changed", from: 400_000, to: 450_000 },
      { at: "2026-06-01", event: "listed", from: null, to: 400_000 },
    ]);
    expect((await market.get("/api/properties/again")).body.history).toEqual([
      { event: "price_changed", date: "2026-06-12", price: 450_000, status: "Active" },
      { event: "listed", date: "2026-06-01", price: 400_000, status: "Active" },
    ]);
    expect(await put({ fields_hidden: ["sold_date", "list_price"] }, "again")).toEqual([
      { at: "2026-06-01", event: "listed", from: null, to: null },
    ]);
    expect(await put({ fields_hidden: ["sold_date"] }, "again-after-a-sale-without-a-date")).toEqual([
      { at: "2026-06-14", event: "price_changed", from: 450_000, to: 440_000 },
      { at: "2026-06-12", event: "price_changed", from: 400_000, to: 450_000 },
      { at: "2026-06-01", event: "listed", from: null, to: 400_000 },
    ]);
    expect(JSON.stringify(await put({ fields_hidden: ["list_date"] }))).not.toContain('"listed"');
    expect(await put({ fields_hidden: [], show_history: false })).toEqual([]);
    expect(await put({ show_history: true })).toHaveLength(4);
  });

  it("answers 404 for a listing that is not there, is not public, or is another brokerage's", async () => {
    await market.import([home({ ListingId: "gone", StandardStatus: "Withdrawn" })]);
    const other = await openMarket(lintel, "elsewhere", []);
    for (const [{ get }, id] of [
      [market, "nothing"],
      [market, "gone"],
      [other, "sale"],
    ] as const) {
      const { status, body } = await get(`/api/properties/${id}/history`);
      expect([status, body]).toEqual([404, { detail: "Property not found" }]);
    }
  });
});
