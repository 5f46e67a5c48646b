import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
} from "../../test/harness/brokerage-fixture.ts";
import { home } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { indexListings } from "../search/index.ts";
import { announcedListings, newestListingRevision } from "./index.ts";

describe("deleteListing", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  let made = 0;
  let id: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
    await lintel.importListings("mls", [homeOf("stays")]);
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    id = `house-${++made}`;
    await lintel.importListings("mls", [homeOf(id)]);
  });

  const homeOf = (ListingId: string) =>
    home({
      ListingId,
      PublicRemarks: "A barn with four stalls for horses.",
      UnparsedAddress: `12 ${ListingId} Street`,
      ModificationTimestamp: "2026-06-01T00:00:00Z",
    });
  const remove = (listing = id, key = admin) =>
    lintel.call(`/api/admin/listings/${listing}`, { method: "DELETE", key });
  const detail = async () => (await lintel.call(`/api/properties/${id}`, { host: north.host })).status;
  const inList = async () => {
    const { items } = (await lintel.call("/api/properties?page_size=100", { host: north.host })).body;
    return items.map(({ listing_id }: { listing_id: string }) => listing_id);
  };
  const found = async () => {
    const body = { query: "a barn for horses", limit: 100 };
    const reply = await lintel.call("/api/search/semantic", { method: "POST", host: north.host, body });
    return reply.body.results.map(({ listing_id }: { listing_id: string }) => listing_id);
  };
  const suggested = async () => {
    const { body } = await lintel.call(`/api/search/autocomplete?q=12%20${id}`, { host: north.host });
    return JSON.stringify(body).includes(`12 ${id}`);
  };

  it("takes the listing out of every search and page at once, and no other one", async () => {
    await indexListings(lintel.ctx);
    expect([await detail(), await suggested()]).toEqual([200, true]);
    expect(await inList()).toContain(id);
    expect(await found()).toContain(id);
    expect(outcome(await remove())).toEqual([200, { message: "Listing removed" }]);
    expect([await detail(), await suggested()]).toEqual([404, false]);
    expect(await inList()).not.toContain(id);
    expect(await found()).not.toContain(id);
    expect(await inList()).toContain("stays");
    expect(await found()).toContain("stays");
  });

  it("announces the removal to webhooks, and leaves an audit row", async () => {
    const { db } = lintel.database;
    const revision = await newestListingRevision(db);
    const since = new Date(Date.now() + 86_400_000);
    await remove();
    expect(await announcedListings(db, { revision, since, limit: 10 })).toMatchObject([
      { listing_id: id, source: "mls", change: "removed", status: null, list_price: null },
    ]);
    expect(await auditOf(lintel, "listing", id)).toEqual([
      {
        action: "delete",
        actor_name: "admin key",
        brokerage_id: null,
        before: { source: "mls", status: "Active" },
        after: null,
      },
    ]);
  });

  it("answers 404 for a listing that is missing or removed already", async () => {
    const missing = [404, { detail: "Property not found" }];
    const both = await Promise.all([remove(), remove()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(outcome(await remove())).toEqual(missing);
    expect(outcome(await remove("never"))).toEqual(missing);
  });

  it("shows the listing again when an import has it", async () => {
    await remove();
    await lintel.importListings("mls", [homeOf(id)]);
    expect(await detail()).toBe(200);
  });

  it("refuses brokers and agents", async () => {
    for (const key of [north.broker, north.agent])
      expect(outcome(await remove(id, key))).toEqual([403, { detail: "Admin role required" }]);
    expect(await detail()).toBe(200);
  });
});
