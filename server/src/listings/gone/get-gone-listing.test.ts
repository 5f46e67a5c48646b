import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket, subscribe } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import type { RawRecord } from "../index.ts";
import { standardStatuses } from "../statuses.ts";

const NOT_FOUND = { detail: "Property not found" };

describe("getGoneListing", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  const gone = async ({ host }: { host: string }, id: string) => {
    const { status, body } = await lintel.call(`/api/properties/${id}/gone`, { host });
    return { status, body };
  };
  const near = (ListingId: string, miles: number, fields: RawRecord = {}) =>
    home({ ListingId, Latitude: 43.6 + miles / 69, Longitude: -116.2, ...fields });
  const ids = (body: { nearest: { listing_id: string }[] }) => body.nearest.map((item) => item.listing_id);
  const withdraw = (market: Market, ListingId: string, fields: RawRecord = {}) =>
    market.import([home({ ListingId, ...fields, StandardStatus: "Withdrawn" })]);

  it("has the nearest Active homes, and nothing of the listing", async () => {
    const secret = near("near-gone", 0, { UnparsedAddress: "12 Hidden Ln", ListPrice: 777_111 });
    const market = await openMarket(lintel, "near", [
      secret,
      near("near-3", 3),
      near("near-1", 1),
      near("near-pending", 0.5, { StandardStatus: "Pending" }),
      near("near-far", 90),
    ]);
    expect(await gone(market, "near-gone")).toEqual({ status: 404, body: NOT_FOUND });
    await withdraw(market, "near-gone", secret);
    const reply = await gone(market, "near-gone");
    expect([reply.status, ids(reply.body)]).toEqual([200, ["near-1", "near-3"]]);
    const text = JSON.stringify(reply.body);
    for (const mark of ["near-gone", "Hidden", "777111", "distance"]) expect(text).not.toContain(mark);
    expect((await market.get("/api/properties/near-gone")).status).toBe(404);
  });

  it("has the newest homes of the town where no position may be shown", async () => {
    const market = await openMarket(lintel, "town", [
      home({ ListingId: "town-gone" }),
      home({ ListingId: "town-old", ListingContractDate: "2026-05-01" }),
      home({ ListingId: "town-new", ListingContractDate: "2026-06-02" }),
      home({ ListingId: "town-other", City: "Nampa" }),
    ]);
    await withdraw(market, "town-gone");
    expect(ids((await gone(market, "town-gone")).body)).toEqual(["town-new", "town-old"]);
  });

  it("is for what was removed, deleted or withheld from the internet as well, until it returns", async () => {
    const market = await openMarket(lintel, "ways", [
      home({ ListingId: "ways-1" }),
      home({ ListingId: "ways-2" }),
      home({ ListingId: "ways-3" }),
    ]);
    const admin = await lintel.createKey("admin");
    await lintel.call("/api/admin/listings/ways-1", { method: "DELETE", key: admin });
    await market.import([home({ ListingId: "ways-2", InternetEntireListingDisplayYN: false })]);
    for (const id of ["ways-1", "ways-2"]) expect((await gone(market, id)).status).toBe(200);
    await market.import([home({ ListingId: "ways-2" })]);
    expect(await gone(market, "ways-2")).toEqual({ status: 404, body: NOT_FOUND });
  });

  it("is 404 for what was never public, as for what does not exist", async () => {
    const market = await openMarket(lintel, "never", [
      home({ ListingId: "never-hold", StandardStatus: "Hold" }),
      home({ ListingId: "never-seller", InternetEntireListingDisplayYN: false }),
    ]);
    await withdraw(market, "never-hold");
    const unknown = await gone(market, "never-existed");
    expect(unknown).toEqual({ status: 404, body: NOT_FOUND });
    for (const id of ["never-hold", "never-seller"]) expect(await gone(market, id)).toEqual(unknown);
  });

  it("follows the public statuses", async () => {
    const records = standardStatuses.map((StandardStatus, nth) =>
      home({ ListingId: `status-${nth}`, StandardStatus, ...(nth === 3 && { CloseDate: "2026-06-01" }) }),
    );
    const market = await openMarket(lintel, "statuses", records);
    const visible = new Set(await market.ids("page_size=100&state=any"));
    for (const nth of standardStatuses.keys()) await withdraw(market, `status-${nth}`);
    for (const nth of standardStatuses.keys()) {
      const { status } = await gone(market, `status-${nth}`);
      expect([nth, status]).toEqual([nth, visible.has(`status-${nth}`) ? 200 : 404]);
    }
    expect(visible.size).toBe(5);
  });

  it("is of brokerages alone that have shown the listing, and show its source still", async () => {
    const north = await openMarket(lintel, "north", [
      home({ ListingId: "north-1" }),
      home({ ListingId: "north-2" }),
    ]);
    const south = await openMarket(lintel, "south", [home({ ListingId: "south-1" })]);
    await withdraw(north, "north-1");
    expect((await gone(north, "north-1")).status).toBe(200);
    expect(await gone(south, "north-1")).toEqual({ status: 404, body: NOT_FOUND });
    // Shows the source from now on: it has never shown this listing.
    await subscribe(lintel, south.brokerageId, ["south", "north"]);
    expect(await gone(south, "north-1")).toEqual({ status: 404, body: NOT_FOUND });
    await withdraw(north, "north-2");
    expect((await gone(south, "north-2")).status).toBe(200);
    await subscribe(lintel, south.brokerageId, ["south"]);
    expect(await gone(south, "north-2")).toEqual({ status: 404, body: NOT_FOUND });
  });

  it("goes by the time since when a brokerage shows all sources", async () => {
    const market = await openMarket(lintel, "chooses", [home({ ListingId: "chooses-1" })]);
    await withdraw(market, "chooses-1");
    const late = await lintel.createTenant("late");
    expect(await gone(late, "chooses-1")).toEqual({ status: 404, body: NOT_FOUND });
    await market.import([home({ ListingId: "chooses-2" })]);
    await withdraw(market, "chooses-2");
    expect((await gone(late, "chooses-2")).status).toBe(200);
    const admin = await lintel.createKey("admin");
    const path = `/api/admin/brokerages/${late.id}/sources`;
    for (const sources of [["chooses"], []])
      await lintel.call(path, { method: "PUT", key: admin, body: { sources } });
    expect(await gone(late, "chooses-2")).toEqual({ status: 404, body: NOT_FOUND });
  });

  it("keeps the time of a source when the selection changes otherwise", async () => {
    const market = await openMarket(lintel, "keeps", [home({ ListingId: "keeps-1" })]);
    await openMarket(lintel, "keeps-too", [home({ ListingId: "keeps-too-1" })]);
    const admin = await lintel.createKey("admin");
    await withdraw(market, "keeps-1");
    await lintel.call(`/api/admin/brokerages/${market.brokerageId}/sources`, {
      method: "PUT",
      key: admin,
      body: { sources: ["keeps", "keeps-too"] },
    });
    expect((await gone(market, "keeps-1")).status).toBe(200);
  });

  it("counts what was public when this version came", async () => {
    const market = await openMarket(lintel, "before", [
      home({ ListingId: "before-1" }),
      home({ ListingId: "before-2", StandardStatus: "Hold" }),
    ]);
    const { db } = lintel.database;
    await db.transaction().execute(async (transaction) => {
      await sql`alter table listings disable trigger listings_assign_revision`.execute(transaction);
      await sql`update listings set shown_from = null, shown_until = null, shown_changed_at = null where listing_id like 'before-%'`.execute(
        transaction,
      );
      await sql`alter table listings enable trigger listings_assign_revision`.execute(transaction);
    });
    for (const id of ["before-1", "before-2"]) await withdraw(market, id);
    expect((await gone(market, "before-1")).status).toBe(200);
    expect((await gone(market, "before-2")).status).toBe(404);
  });
});
