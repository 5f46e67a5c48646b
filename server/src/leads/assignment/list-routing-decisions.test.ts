import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRouting, type RoutingFixture } from "../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const DECISIONS = "/api/v1/admin/routing/decisions";

describe("listRoutingDecisions", () => {
  let lintel: TestApp;
  let north: RoutingFixture;
  let south: RoutingFixture;
  let leads: number[];
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openRouting(lintel, "north");
    south = await openRouting(lintel, "south");
    await north.hire("Ann");
    await north.hire("Bob", { on_vacation: true });
    leads = [];
    for (let n = 0; n < 3; n++) leads.unshift((await north.registered()).id);
    await south.registered();
  });
  afterAll(() => lintel.close());

  const list = async (key: string, query = "") => (await lintel.call(`${DECISIONS}${query}`, { key })).body;
  const idsOf = (page: { items: { lead_id: number }[] }) => page.items.map(({ lead_id }) => lead_id);

  it("has those of the brokerage, newest first, with each candidate's reason", async () => {
    const page = await list(north.broker);
    expect(idsOf(page)).toEqual(leads);
    expect(page.items[0]).toMatchObject({
      brokerage_id: north.id,
      lead_name: expect.stringMatching(/\w/),
      strategy: "least_recently_assigned",
      candidates: [
        { name: "Ann", eligible: true, reason: null },
        { name: "Bob", eligible: false, reason: "on vacation" },
      ],
    });
  });

  it("is paged", async () => {
    const page = await list(north.broker, "?page=2&page_size=2");
    expect([idsOf(page), page.total, page.total_pages]).toEqual([leads.slice(2), 3, 2]);
  });

  it("is for brokers of the brokerage, and for admins of all", async () => {
    const admin = await lintel.createKey("admin");
    expect((await lintel.call(DECISIONS, { key: north.agent })).status).toBe(403);
    expect(idsOf(await list(south.broker)).some((id) => leads.includes(id))).toBe(false);
    expect((await list(south.broker, `?brokerage_id=${north.id}`)).items).toEqual([]);
    expect((await list(admin)).total).toBe(4);
    expect(idsOf(await list(admin, `?brokerage_id=${north.id}`))).toEqual(leads);
  });
});
