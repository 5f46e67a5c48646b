import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("getHealth", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  it("says ok, part by part, on any Host", async () => {
    const { status, body } = await lintel.call("/health", { host: "anything.at.all" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "ok", checks: { database: "ok", listing_index: "ok" } });
    expect(body.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it("answers 503 and down when the database is away, while searches go on", async () => {
    const own = await startTestApp();
    const { host } = await own.createTenant("calm");
    await own.importListings("mls", [
      { ListingId: "A", StandardStatus: "Active", PropertyType: "Residential", StateOrProvince: "ID" },
    ]);
    expect((await own.call("/api/properties", { host })).body.total).toBe(1);
    await own.services.listingIndex.stop();
    await own.database.db.destroy();

    const health = await own.call("/health");
    expect([health.status, health.body.status, health.body.checks.database]).toEqual([503, "down", "down"]);
    const search = await own.call("/api/properties", { host });
    expect(search.body.items.map((item: { listing_id: string }) => item.listing_id)).toEqual(["A"]);
    await own.app.close();
    await own.database.close().catch(() => {});
  });
});
