import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("fields that the import did not read before an upgrade", () => {
  let lintel: TestApp;
  let market: Market;
  const record = home({
    ListingId: "FEE",
    ModificationTimestamp: "2026-06-01T10:00:00Z",
    AssociationFee: 90,
    AssociationFeeFrequency: "Monthly",
    ParcelNumber: "R7",
    InternetAddressDisplayYN: false,
  });
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "rewritten", [record]);
  });
  afterAll(() => lintel.close());

  it("come with the next import of the same file, whose content hash covers them", async () => {
    const { db } = lintel.database;
    // As the import of an earlier version has left it: no fee, and the hash of a record without these fields.
    await sql`update listings set hoa_monthly = null, association_fee = null, content_hash = decode('00', 'hex')`.execute(
      db,
    );
    const report = await lintel.importListings("rewritten", [record]);
    expect(report).toMatchObject({ updated: 1, unchanged: 0 });
    expect((await market.get("/api/properties/FEE")).body.hoa_monthly).toBe(90);
    expect(await lintel.importListings("rewritten", [record])).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it("and the parcel's number is hidden where the address is", async () => {
    expect((await market.get("/api/properties/FEE")).body).toMatchObject({
      address: null,
      parcel_number: null,
    });
  });
});
