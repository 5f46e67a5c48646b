import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSearches, SEARCHES, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { indexListings } from "../../search/index.ts";

describe("listSearchResults", () => {
  let lintel: TestApp;
  let north: SearchesFixture;
  let token: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSearches(lintel, "north");
    token = await north.signIn("ada@visitors.test");
    await north.import(
      { ListingId: "N-1", ListingContractDate: "2026-06-01" },
      { ListingId: "N-2", ListingContractDate: "2026-06-03" },
      { ListingId: "E-1", City: "Eagle", PublicRemarks: "A large workshop behind the house." },
      { ListingId: "E-2", City: "Eagle", PublicRemarks: "A quiet street." },
    );
  });
  afterAll(() => lintel.close());

  const results = (id: number, query = "", as = token) =>
    lintel.call(`${SEARCHES}/${id}/results?${query}`, north.as(as));
  const ids = async (id: number, query = "") =>
    (await results(id, query)).body.items.map(({ listing_id }: { listing_id: string }) => listing_id);

  it("lists what the search finds now, newest first, page by page", async () => {
    const { body } = await north.save(token, { filters: { city: ["Boise"] } });
    expect(await ids(body.id)).toEqual(["N-2", "N-1"]);
    const { body: page } = await results(body.id, "page_size=1&page=2");
    expect([page.total, page.items.length, page.items[0].listing_id]).toEqual([2, 1, "N-1"]);
  });

  it("lists what began to match after a time", async () => {
    const { body } = await north.save(token, { filters: { city: ["Meridian"] } });
    const created = lintel.clock.now().toISOString();
    lintel.clock.advance(60_000);
    await north.import({ ListingId: "M-1", City: "Meridian" });
    const between = lintel.clock.now().toISOString();
    lintel.clock.advance(60_000);
    await north.import({ ListingId: "M-2", City: "Meridian" });
    const since = (at: string) => ids(body.id, `since=${encodeURIComponent(at)}`);
    expect((await since(created)).sort()).toEqual(["M-1", "M-2"]);
    expect(await since(between)).toEqual(["M-2"]);
    expect(await since(lintel.clock.now().toISOString())).toEqual([]);
    expect((await since("2020-01-01T00:00:00Z")).sort()).toEqual(["M-1", "M-2"]);
  });

  it("lists the best matches of a query's words first", async () => {
    await indexListings(lintel.ctx);
    const { body } = await north.save(token, { query: "a quiet street in Eagle" });
    expect(await ids(body.id)).toEqual(["E-2", "E-1"]);
  });

  it.each(["yesterday", "2026-06-01", ""])("refuses since=%s with 422", async (since) => {
    const { body } = await north.save(token, { filters: { city: ["Boise"] } });
    expect((await results(body.id, `since=${since}`)).status).toBe(422);
  });

  it("answers 404 for another client's search", async () => {
    const { body } = await north.save(token, { filters: { city: ["Boise"] } });
    const reply = await results(body.id, "", await north.signIn("eve@visitors.test"));
    expect([reply.status, reply.body]).toEqual([404, { detail: "Search not found" }]);
  });
});
