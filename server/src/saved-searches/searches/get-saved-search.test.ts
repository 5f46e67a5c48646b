import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSearches, SEARCHES, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("getSavedSearch", () => {
  let lintel: TestApp;
  let north: SearchesFixture;
  let token: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSearches(lintel, "north");
    token = await north.signIn("ada@visitors.test");
    await north.import({ ListingId: "N-1" });
  });
  afterAll(() => lintel.close());

  it("counts what matches now, and of these what has begun to match since", async () => {
    const { body: saved } = await north.save(token, { filters: { city: ["Boise"] }, frequency: "off" });
    const read = async () => (await lintel.call(`${SEARCHES}/${saved.id}`, north.as(token))).body;
    expect(await read()).toMatchObject({ total: 1, new_count: 0 });
    lintel.clock.advance(60_000);
    await north.import({ ListingId: "N-2" }, { ListingId: "N-3", City: "Eagle" });
    expect(await read()).toMatchObject({ total: 2, new_count: 1, effective_frequency: "off" });
    await north.import({ ListingId: "N-2", StandardStatus: "Withdrawn" });
    expect(await read()).toMatchObject({ total: 1, new_count: 0 });
  });

  it("answers 404 for another client's search, at any brokerage, and for one that does not exist", async () => {
    const { body: saved } = await north.save(token, { filters: { city: ["Boise"] } });
    const eve = await north.signIn("eve@visitors.test");
    const south = await openSearches(lintel, "south");
    const ofSouth = await south.signIn("ada@visitors.test");
    for (const request of [north.as(eve), south.as(ofSouth)]) {
      const reply = await lintel.call(`${SEARCHES}/${saved.id}`, request);
      expect([reply.status, reply.body]).toEqual([404, { detail: "Search not found" }]);
    }
    expect((await lintel.call(`${SEARCHES}/2000000`, north.as(token))).status).toBe(404);
  });

  it("refuses the token of a client at another brokerage's domain", async () => {
    const other = await openSearches(lintel, "west");
    const reply = await lintel.call(SEARCHES, { ...north.as(token), host: other.host });
    expect(reply.status).toBe(401);
  });
});
