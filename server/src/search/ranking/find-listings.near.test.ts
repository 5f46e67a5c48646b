import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { indexListings } from "../index.ts";
import { findListings } from "./find-listings.ts";
import { planSearch } from "./plan-search.ts";

const QUERY = "a quiet garden near Star";

/** More than a search compares, and more alike to the query than the one in Middleton. */
const inBoise = Array.from({ length: 520 }, (_, nth) =>
  home({ ListingId: `boise-${nth}`, Latitude: 43.6, Longitude: -116.2, PublicRemarks: "A quiet garden." }),
);
const nearStar = [
  home({ ListingId: "star", City: "Star", Latitude: 43.69, Longitude: -116.49 }),
  home({
    ListingId: "middleton",
    City: "Middleton",
    Latitude: 43.7,
    Longitude: -116.62,
    PublicRemarks: "Some garden behind the railway, beside a shop and the busy road.",
  }),
];

describe("findListings near a city", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
    await lintel.importListings("mls", [...inBoise, ...nearStar]);
    await indexListings(lintel.ctx);
  }, 120_000);
  afterAll(() => lintel.close());

  it("compares the homes there, however many others are more alike to the query", async () => {
    const tenant = { brokerageId: 1, sourceIds: null, state: null, domain: null, domains: [], revision: "" };
    const ctx = { ...lintel.ctx, tenant };
    const found = await findListings(ctx, await planSearch(ctx, { query: QUERY, stated: {} }));
    const ids = lintel.services.listings.index
      .hitsOf(found.map((each) => each.id))
      .map(({ listingId }) => listingId);
    expect(ids).toContain("middleton");
    expect(ids.length).toBeLessThan(500);
  });
});
