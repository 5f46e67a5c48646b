import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { indexListings } from "./index.ts";

const homes = [
  home({ ListingId: "W-1", City: "Star", ListPrice: 390_000 }),
  home({ ListingId: "W-2", ListPrice: 450_000, BedroomsTotal: 1 }),
  home({
    ListingId: "W-3",
    City: "Meridian",
    BedroomsTotal: 4,
    ListPrice: 380_000,
    ExteriorFeatures: ["Shop"],
  }),
  home({
    ListingId: "W-4",
    City: "Meridian",
    BedroomsTotal: 4,
    ListPrice: 480_000,
    ExteriorFeatures: ["Shop"],
  }),
  home({
    ListingId: "W-5",
    City: "Meridian",
    ListPrice: 350_000,
    StandardStatus: "Closed",
    CloseDate: "2026-05-01",
  }),
];

describe("the filters of semanticSearch", () => {
  let lintel: TestApp;
  let host: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ host } = await lintel.createTenant("filters"));
    await lintel.importListings("mls", homes);
    await indexListings(lintel.ctx);
  });
  afterAll(() => lintel.close());

  const search = (body: object) => lintel.call("/api/search/semantic", { method: "POST", host, body });
  const ids = (body: { results: { listing_id: string }[] }) =>
    body.results.map(({ listing_id }) => listing_id);

  it("names its filters as the list does, so that they can be replayed", async () => {
    for (const query of [
      "under 400k in Meridian",
      "listed this week",
      "Meridian, at least 4 bedrooms",
      "under 2 baths",
    ]) {
      const { body } = await search({ query });
      const filters = new URLSearchParams({ state: "any", ...body.interpreted.filters });
      const list = await lintel.call(`/api/properties?${filters}`, { host });
      expect([query, list.status, list.body.total]).toEqual([query, 200, body.total]);
    }
  });

  it("takes all filters of the list in `filters`, which win over the fields beside them and over the query", async () => {
    const found = async (body: object) => ids((await search(body)).body).sort();
    const all = await found({ query: "homes in Meridian" });
    expect(all).toEqual(["W-3", "W-4", "W-5"]);
    expect(await found({ query: "homes in Meridian", filters: { features: ["Shop"] } })).toEqual([
      "W-3",
      "W-4",
    ]);
    expect(await found({ query: "homes in Meridian under 400k", filters: { min_price: 450_000 } })).toEqual([
      "W-4",
    ]);
    expect(
      await found({
        query: "homes",
        city: "Star",
        filters: { city: ["Meridian"], listing_ids: ["w-3", "w-1"] },
      }),
    ).toEqual(["W-3"]);
    const photos = await lintel.call("/api/search/multimodal", {
      method: "POST",
      host,
      body: { query: "homes in Meridian", filters: { max_price: 400_000 } },
    });
    expect(ids(photos.body).sort()).toEqual(["W-3", "W-5"]);
  });

  it.each([
    [{ min_bed: 3 }, ["body", "filters", "min_bed"]],
    [{ min_beds: "three" }, ["body", "filters", "min_beds"]],
    [{ min_beds: 4, max_beds: 3 }, ["body", "filters", "min_beds"]],
  ])("refuses the filters %j, naming the field", async (filters, loc) => {
    const { status, body } = await search({ query: "homes", filters });
    expect([status, body.detail[0].loc]).toEqual([422, loc]);
  });

  it("says what was nearest where nothing is found", async () => {
    const { body } = await search({
      query: "homes in Meridian",
      filters: { min_beds: 5, max_price: 390_000 },
    });
    expect(body.total).toBe(0);
    expect(body.near_misses).toContainEqual({ parameter: "min_beds", from: 5, to: 4, total: 1 });
    expect((await search({ query: "homes in Meridian" })).body.near_misses).toBeUndefined();
  });
});
