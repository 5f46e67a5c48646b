import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("listBrokerageDomains", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
    await openBrokerage(lintel, "south");
    for (const domain of ["b.example.com", "a.example.com"])
      await lintel.call(`/api/admin/brokerages/${north.id}/domains`, {
        method: "POST",
        key: admin,
        body: { domain },
      });
  });
  afterAll(() => lintel.close());

  const list = (query = "", { key = admin, id = north.id } = {}) =>
    lintel.call(`/api/admin/brokerages/${id}/domains${query}`, { key });
  const domains = (items: { domain: string }[]) => items.map(({ domain }) => domain);

  it("holds the brokerage's own domains, in alphabetical order", async () => {
    const { status, body } = await list();
    expect([status, domains(body.items)]).toEqual([200, ["a.example.com", "b.example.com", "north.test"]]);
    expect(body).toMatchObject({ total: 3, page: 1, page_size: 20, total_pages: 1 });
    expect(Object.keys(body.items[0])).toEqual(["id", "brokerage_id", "domain", "created_at"]);
  });

  it("pages, past the end too", async () => {
    const second = (await list("?page=2&page_size=2")).body;
    expect([domains(second.items), second.total, second.total_pages]).toEqual([["north.test"], 3, 2]);
    const past = (await list("?page=9&page_size=2")).body;
    expect([past.items, past.total, past.page]).toEqual([[], 3, 9]);
  });

  it("is for admins, and for brokerages that there are", async () => {
    for (const key of [north.broker, north.agent])
      expect(outcome(await list("", { key }))).toEqual([403, { detail: "Admin role required" }]);
    expect(outcome(await list("", { id: 999_999 }))).toEqual([404, { detail: "Brokerage not found" }]);
  });
});
