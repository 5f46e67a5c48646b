import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSearches, SEARCHES, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("markSearchSeen", () => {
  let lintel: TestApp;
  let north: SearchesFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSearches(lintel, "north");
  });
  afterAll(() => lintel.close());

  it("zeroes what is new, until something else begins to match", async () => {
    const token = await north.signIn("ada@visitors.test");
    const { body } = await north.save(token, { filters: { city: ["Boise"] } });
    const read = async () => (await lintel.call(`${SEARCHES}/${body.id}`, north.as(token))).body;
    const see = (as: string) =>
      lintel.call(`${SEARCHES}/${body.id}/seen`, { ...north.as(as), method: "POST" });
    lintel.clock.advance(60_000);
    await north.import({ ListingId: "N-1" });
    expect((await read()).new_count).toBe(1);
    const seen = await see(token);
    expect([seen.status, seen.body]).toEqual([200, { last_seen_at: lintel.clock.now().toISOString() }]);
    expect(await read()).toMatchObject({ new_count: 0, total: 1, last_seen_at: seen.body.last_seen_at });
    lintel.clock.advance(60_000);
    await north.import({ ListingId: "N-2" });
    expect((await read()).new_count).toBe(1);
    expect((await see(await north.signIn("eve@visitors.test"))).status).toBe(404);
  });
});
