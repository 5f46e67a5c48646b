import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { indexListings } from "./index.ts";

const homes = [
  home({ ListingId: "W-1", City: "Star", ListPrice: 390_000 }),
  home({
    ListingId: "W-2",
    ListPrice: 450_000,
    BedroomsTotal: 1,
    PropertySubType: "Condominium",
    PoolFeatures: ["In Ground"],
    GarageSpaces: 3,
    ParkingFeatures: ["Attached Garage"],
  }),
  home({
    ListingId: "W-3",
    City: "Meridian",
    CountyOrParish: "Ada",
    PostalCode: "83642",
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

  it.each(["semantic", "multimodal"])(
    "takes its own interpreted filters back as `filters` of the %s search",
    async (kind) => {
      const call = (body: object) => lintel.call(`/api/search/${kind}`, { method: "POST", host, body });
      const { interpreted, total } = (await call({ query: "Residential homes in Meridian under 400k" })).body;
      expect(interpreted.filters).toEqual({
        city: "Meridian",
        max_price: 400_000,
        property_type: "Residential",
      });
      const replayed = await call({ query: "homes", filters: interpreted.filters });
      expect([replayed.status, replayed.body.total]).toEqual([200, total]);
      const lists = { city: "Star, Meridian", status: "active,," };
      expect(ids((await call({ query: "homes", filters: lists })).body).sort()).toEqual([
        "W-1",
        "W-3",
        "W-4",
      ]);
      for (const wrong of [{ city: " ," }, { city: 5 }])
        expect((await call({ query: "homes", filters: wrong })).status).toBe(422);
    },
  );

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
    ["no condos", { property_subtype: ["Condominium"] }, ["W-2"]],
    ["no pool", { features: ["pool"] }, ["W-2"]],
    ["no garage", { features: ["garage"] }, ["W-2"]],
    ["no garage", { min_garage_spaces: 3 }, ["W-2"]],
    ["not in Meridian", { zip: ["83642"] }, ["W-3"]],
    ["not in Meridian", { city: ["Meridian"] }, ["W-3", "W-4", "W-5"]],
    ["not in Ada County", { county: ["Ada"] }, ["W-3"]],
    ["not in 83642", { zip: ["83642"] }, ["W-3"]],
    ["not in Meridian", { county: ["Ada"] }, []],
    ["no condos", { property_type: ["Residential"] }, ["W-1", "W-3", "W-4", "W-5"]],
    ["not in Meridian", { state: "ID" }, ["W-1", "W-2"]],
    ["4 bedrooms", { max_beds: 3 }, ["W-1", "W-2", "W-5"]],
  ])(
    "%j with %j: the filter overrides what the query says of the same, and nothing else",
    async (query, filters, found) => {
      const { body } = await search({ query, filters });
      expect(ids(body).sort()).toEqual(found);
    },
  );

  it("overrides by `filters` what the fields beside say of the same property", async () => {
    const { status, body } = await search({ query: "homes", min_beds: 4, filters: { max_beds: 3 } });
    expect([status, ids(body).sort()]).toEqual([200, ["W-1", "W-2", "W-5"]]);
    const box = await search({ query: "homes", city: "Star", filters: { min_lat: 43 } });
    expect(box.body.detail.map(({ loc }: { loc: string[] }) => loc)).toContainEqual([
      "body",
      "filters",
      "max_lat",
    ]);
  });

  it("finds every match of `filters`, however little it is like the words", async () => {
    const { body } = await search({ query: "zeppelin hangar", filters: { city: ["Meridian"] } });
    expect(ids(body).sort()).toEqual(["W-3", "W-4", "W-5"]);
  });

  it("counts every match of filters, also of more than it ranks", async () => {
    const many = Array.from({ length: 520 }, (_, nth) =>
      home({ ListingId: `N-${nth}`, City: "Nampa", ListPrice: 300_000 + nth, PublicRemarks: "A garden." }),
    );
    const market = await openMarket(lintel, "counted", many);
    await indexListings(lintel.ctx);
    const totals = async (query: string) => {
      const body = { query, limit: 100 };
      const reply = await lintel.call("/api/search/semantic", { method: "POST", host: market.host, body });
      return [reply.body.total, reply.body.results.length];
    };
    expect(await totals("Nampa")).toEqual([520, 100]);
    expect(await totals("in Nampa under 300,509 with a garden")).toEqual([510, 100]);
    expect(await totals("in Nampa without a pool")).toEqual([520, 100]);
  });

  it.each([
    [{ min_bed: 3 }, ["body", "filters", "min_bed"]],
    [{ min_beds: "three" }, ["body", "filters", "min_beds"]],
    [{ min_beds: 4, max_beds: 3 }, ["body", "filters", "min_beds"]],
  ])("refuses the filters %j, naming the field", async (filters, loc) => {
    const { status, body } = await search({ query: "homes", filters });
    expect([status, body.detail[0].loc]).toEqual([422, loc]);
  });
});
