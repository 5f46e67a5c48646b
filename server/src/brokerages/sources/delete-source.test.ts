import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
} from "../../../test/harness/brokerage-fixture.ts";
import { home, subscribe } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { indexListings } from "../../search/index.ts";
import { removeSourceHere } from "../index.ts";

/** More than two batches of any database. */
const MANY = 450;

describe("deleteSource", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  let made = 0;
  /** Of this test alone; `north` subscribes to both. */
  let gone: string;
  let kept: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    gone = `gone-${++made}`;
    kept = `kept-${made}`;
    for (const source of [gone, kept]) await lintel.importListings(source, [homeOf(source)]);
    await subscribe(lintel, north.id, [gone, kept]);
  });

  const homeOf = (source: string, id = source) =>
    home({
      ListingId: id,
      PublicRemarks: "A barn with four stalls for horses, and fenced pasture.",
      UnparsedAddress: `12 ${source} Street`,
      Latitude: 43.6,
      Longitude: -116.2,
      Media: [{ MediaURL: `https://photos.test/${id}.jpg`, Order: 1 }],
    });
  const manyHomes = (source: string) =>
    Array.from({ length: MANY }, (_, n) => homeOf(source, `${source}-${n}`));
  const remove = (source: string, key = admin) =>
    lintel.call(`/api/admin/sources/${source}`, { method: "DELETE", key });
  const get = async (path: string) => (await lintel.call(path, { host: north.host })).body;
  const ids = (items: { listing_id: string }[]) => items.map(({ listing_id }) => listing_id).sort();
  const box = "min_lat=43.5&max_lat=43.7&min_lng=-116.3&max_lng=-116.1";
  const shown = async () => ({
    list: ids((await get("/api/properties")).items),
    box: ids((await get(`/api/properties?${box}`)).items),
    details: (
      await Promise.all([gone, kept].map((id) => lintel.call(`/api/properties/${id}`, { host: north.host })))
    ).map(({ status }) => status),
    suggested: JSON.stringify(await get(`/api/search/autocomplete?q=${gone}`)).includes(`12 ${gone}`),
    semantic: ids(
      (
        await lintel.call("/api/search/semantic", {
          method: "POST",
          host: north.host,
          body: { query: "a barn for horses" },
        })
      ).body.results,
    ),
  });
  const listingsOf = (source: string) =>
    lintel.database.db
      .selectFrom("listings")
      .select("listing_id")
      .where("listing_id", "like", `${source}%`)
      .execute();
  /** Photos and history of listings that are gone. */
  const orphans = async () => {
    const { rows } = await sql`
      select listing_id from listing_photos where not exists (select from listings where listings.id = listing_photos.listing_id)
      union all
      select listing_id from listing_history where not exists (select from listings where listings.id = listing_history.listing_id)`.execute(
      lintel.database.db,
    );
    return rows;
  };

  it("takes its listings out of every search and page at once, and leaves other sources as they are", async () => {
    await indexListings(lintel.ctx);
    const both = [gone, kept].sort();
    expect(await shown()).toEqual({
      list: both,
      box: both,
      details: [200, 200],
      suggested: true,
      semantic: both,
    });
    expect(outcome(await remove(gone))).toEqual([200, { message: "Source removed", listings: 1 }]);
    expect(await shown()).toEqual({
      list: [kept],
      box: [kept],
      details: [404, 200],
      suggested: false,
      semantic: [kept],
    });
    const sources = (await lintel.call("/api/admin/sources?page_size=100", { key: admin })).body.items;
    const names = sources.map(({ name }: { name: string }) => name);
    expect([names.includes(gone), names.includes(kept)]).toEqual([false, true]);
    const chosen = await lintel.call(`/api/admin/brokerages/${north.id}/sources`, { key: admin });
    expect(chosen.body).toEqual({ sources: [kept] });
  });

  it("deletes any number of listings with their photos and history, and leaves an audit row", async () => {
    await lintel.importListings(gone, manyHomes(gone));
    expect(outcome(await remove(gone))).toEqual([200, { message: "Source removed", listings: MANY + 1 }]);
    expect([await listingsOf(gone), await orphans()]).toEqual([[], []]);
    expect(await auditOf(lintel, "source", gone)).toEqual([
      {
        action: "delete",
        actor_name: "admin key",
        brokerage_id: null,
        before: { name: gone, created_at: expect.any(String), listings: MANY + 1 },
        after: null,
      },
    ]);
    expect(await lintel.importListings(gone, [homeOf(gone)])).toMatchObject({ created: 1, rejected: 0 });
  });

  it("stops between two batches, and the next call removes the rest", async () => {
    await lintel.importListings(gone, manyHomes(gone));
    const stop = new AbortController();
    const ctx = { ...lintel.ctx, signal: stop.signal };
    const first = await removeSourceHere(ctx, { source: gone }, () => stop.abort());
    expect(first).toMatchObject({ source: gone, interrupted: true });
    expect(first.listings).toBeGreaterThan(0);
    expect(first.listings).toBeLessThan(MANY);
    expect((await get(`/api/properties?page_size=1`)).total).toBe(MANY + 2 - first.listings);
    expect(outcome(await remove(gone))).toEqual([
      200,
      { message: "Source removed", listings: MANY + 1 - first.listings },
    ]);
    const rows = await auditOf(lintel, "source", gone);
    expect(rows.map(({ action }) => action)).toEqual(["update", "delete"]);
  });

  it("answers 404 for a source that is missing or removed already", async () => {
    const missing = [404, { detail: "Source not found" }];
    const both = await Promise.all([remove(gone), remove(gone)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(outcome(await remove(gone))).toEqual(missing);
    expect(outcome(await remove("never"))).toEqual(missing);
  });

  it("refuses while a brokerage would show all other sources without it, and changes nothing", async () => {
    const south = await openBrokerage(lintel, `south-${made}`);
    await subscribe(lintel, south.id, [gone]);
    const refused = await remove(gone);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining(
        `would be shown by south-${made} (id ${south.id}), which subscribes to nothing else`,
      ),
    ]);
    expect((await lintel.call(`/api/properties/${gone}`, { host: south.host })).status).toBe(200);
    await subscribe(lintel, south.id, [gone, kept]);
    expect((await remove(gone)).status).toBe(200);
  });

  it("refuses brokers and agents", async () => {
    for (const key of [north.broker, north.agent])
      expect(outcome(await remove(gone, key))).toEqual([403, { detail: "Admin role required" }]);
    expect((await lintel.call(`/api/properties/${gone}`, { host: north.host })).status).toBe(200);
  });
});
