import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrokerage, outcome } from "../../test/harness/brokerage-fixture.ts";
import { home } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("listSources", () => {
  let lintel: TestApp;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const list = (query = "", key = admin) => lintel.call(`/api/admin/sources${query}`, { key });

  it("holds every source that was imported, by name, and none before", async () => {
    expect((await list()).body).toEqual({ items: [], total: 0, page: 1, page_size: 20, total_pages: 0 });
    for (const source of ["south-mls", "north-mls", "a-file"])
      await lintel.importListings(source, [home({ ListingId: `of-${source}` })]);
    const { status, body } = await list();
    expect([status, body.items.map(({ name }: { name: string }) => name)]).toEqual([
      200,
      ["a-file", "north-mls", "south-mls"],
    ]);
    expect(Object.keys(body.items[0])).toEqual(["id", "name", "created_at"]);
    const past = (await list("?page=2&page_size=5")).body;
    expect([past.items, past.total, past.total_pages]).toEqual([[], 3, 1]);
  });

  it("is for admins: other brokerages' feeds are not shown", async () => {
    const { broker, agent } = await openBrokerage(lintel, "north");
    for (const key of [broker, agent])
      expect(outcome(await list("", key))).toEqual([403, { detail: "Admin role required" }]);
  });
});
