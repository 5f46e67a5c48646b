import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const homes = [
  home({
    ListingId: "F1",
    InteriorFeatures: ["Gas Fireplace", "Walk-In Closet(s)"],
    PoolFeatures: ["In Ground"],
  }),
  home({ ListingId: "F2", InteriorFeatures: ["Gas Fireplace"], ExteriorFeatures: ["Fenced Yard"] }),
  home({
    ListingId: "F3",
    InteriorFeatures: ["Wine Fridge"],
    PublicRemarks: "A fireplace keeps the house warm.",
  }),
  home({ ListingId: "F4" }),
];

describe("searchListings: features", () => {
  let lintel: TestApp;
  let market: Market;
  const find = async (query: string) =>
    (await market.search(query)).items.map(({ listing_id }: { listing_id: string }) => listing_id).sort();

  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "featured", homes);
  });
  afterAll(() => lintel.close());

  it.each([
    ["features=fireplace", ["F1", "F2"]],
    ["features=gas%20fireplace", ["F1", "F2"]],
    ["features=FIREPLACE,walk_in_closet", ["F1"]],
    ["features=fireplace&features=walk_in_closet", ["F1"]],
    ["features=wine%20fridge", ["F3"]],
    ["features=no_such_feature", []],
    ["features=fireplace,no_such_feature", []],
    ["without=fireplace", ["F3", "F4"]],
    ["without=fireplace,wine%20fridge", ["F4"]],
    ["without=no_such_feature", ["F1", "F2", "F3", "F4"]],
    ["features=fireplace&without=walk_in_closet", ["F2"]],
  ])("%s: all that must be there, and none that may not", async (query, ids) => {
    expect(await find(query)).toEqual(ids);
  });

  it("takes the words that a listing shows in its detail", async () => {
    const { body } = await lintel.call("/api/properties/F1", { host: market.host });
    expect(body.features.length).toBeGreaterThan(0);
    for (const word of body.features)
      expect(await find(`features=${encodeURIComponent(word)}`)).toContain("F1");
  });

  it("follows changes of a listing, and rules that hide its features", async () => {
    await market.import([home({ ListingId: "F4", InteriorFeatures: ["Sauna"] })]);
    expect(await find("features=sauna")).toEqual(["F4"]);
    await market.import([home({ ListingId: "F4" })]);
    expect(await find("features=sauna")).toEqual([]);
    const { status } = await lintel.call("/api/admin/sources/featured/rules", {
      method: "PUT",
      key: await lintel.createKey("admin"),
      body: { fields_hidden: ["features"] },
    });
    expect(status).toBe(200);
    await expect.poll(() => find("features=fireplace")).toEqual([]);
  });
});
