import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSearches, SEARCHES, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("listSavedSearches", () => {
  let lintel: TestApp;
  let north: SearchesFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSearches(lintel, "north");
  });
  afterAll(() => lintel.close());

  it("lists the client's own searches, newest first, page by page", async () => {
    const [ada, eve] = [await north.signIn("ada@visitors.test"), await north.signIn("eve@visitors.test")];
    for (const name of ["one", "two", "three"]) await north.save(ada, { name, filters: { city: ["Boise"] } });
    await north.save(eve, { name: "hers", filters: { city: ["Eagle"] } });
    const list = async (token: string, query: string) =>
      (await lintel.call(`${SEARCHES}?${query}`, north.as(token))).body;
    const first = await list(ada, "page_size=2");
    expect(first.items.map(({ name }: { name: string }) => name)).toEqual(["three", "two"]);
    expect(first.total).toBe(3);
    expect((await list(ada, "page_size=2&page=2")).items).toMatchObject([{ name: "one" }]);
    expect((await list(eve, "")).items).toMatchObject([{ name: "hers" }]);
  });

  it("is empty for a client without searches", async () => {
    const token = await north.signIn("new@visitors.test");
    expect((await lintel.call(SEARCHES, north.as(token))).body).toMatchObject({ items: [], total: 0 });
  });
});
