import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage, outcome } from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const PATH = "/api/admin/brokerages";

describe("listBrokerages", () => {
  let lintel: TestApp;
  let admin: string;
  let brokerages: BrokerageFixture[];
  let disabled: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    brokerages = [];
    for (const slug of ["north", "south", "west"]) brokerages.push(await openBrokerage(lintel, slug));
    disabled = await openBrokerage(lintel, "disabled");
    await lintel.call(`${PATH}/${disabled.id}`, { method: "DELETE", key: admin });
  });
  afterAll(() => lintel.close());

  const list = (key: string, query = "") => lintel.call(`${PATH}${query}`, { key });
  const idsOf = (items: { id: number }[]) => items.map(({ id }) => id);

  it("shows admins every brokerage that is not disabled, in the list view and no more", async () => {
    const { status, body } = await list(admin);
    expect([status, idsOf(body.items)]).toEqual([200, idsOf(brokerages)]);
    expect(body).toMatchObject({ total: 3, page: 1, page_size: 20, total_pages: 1 });
    expect(Object.keys(body.items[0])).toEqual([
      "id",
      "slug",
      "name",
      "tagline",
      "description",
      "address_city",
      "address_state",
      "address_state_abbr",
      "feature_semantic_search",
      "feature_map_search",
      "logo_url",
      "primary_color",
      "created_at",
    ]);
    expect(body.items[0].created_at).toBe("2026-06-15T12:00:00.000Z");
  });

  it("shows all but admins their own alone, and nothing when it is disabled or there is none", async () => {
    const [north] = brokerages as [BrokerageFixture];
    for (const key of [north.broker, north.agent]) {
      const { body } = await list(key);
      expect([idsOf(body.items), body.total]).toEqual([[north.id], 1]);
    }
    for (const key of [disabled.broker, disabled.agent, await lintel.createKey("broker")])
      expect((await list(key)).body).toMatchObject({ items: [], total: 0, total_pages: 0 });
  });

  it("shows disabled brokerages only to admins who ask for them", async () => {
    const { body } = await list(admin, "?include_disabled=true");
    expect([idsOf(body.items), body.total]).toEqual([[...idsOf(brokerages), disabled.id], 4]);
    expect(Object.keys(body.items[3])).not.toContain("disabled_at");
    expect((await list(admin, "?include_disabled=false")).body.total).toBe(3);
    for (const key of [disabled.broker, disabled.agent])
      expect((await list(key, "?include_disabled=true")).body).toMatchObject({ items: [], total: 0 });
    const [north] = brokerages as [BrokerageFixture];
    expect(idsOf((await list(north.broker, "?include_disabled=true")).body.items)).toEqual([north.id]);
    expect((await list(admin, "?include_disabled=maybe")).status).toBe(422);
  });

  it("pages, and answers an empty page with the true total past the end", async () => {
    const page = async (query: string) => (await list(admin, query)).body;
    expect(await page("?page_size=2")).toMatchObject({ total: 3, page: 1, page_size: 2, total_pages: 2 });
    expect(idsOf((await page("?page_size=2&page=2")).items)).toEqual([brokerages[2]?.id]);
    for (const far of ["3", "999999999999999"]) {
      const body = await page(`?page_size=2&page=${far}`);
      expect([far, body.items, body.total, body.total_pages]).toEqual([far, [], 3, 2]);
    }
  });

  it.each([
    "page=0",
    "page=-1",
    "page=x",
    "page=1.5",
    "page=9007199254740993",
    "page_size=0",
    "page_size=101",
    "page_size=",
  ])("refuses %s", async (query) => {
    const reply = await list(admin, `?${query}`);
    expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ["query", query.split("=")[0]]]);
  });

  it("answers the same with a slash at the end", async () => {
    expect(outcome(await lintel.call(`${PATH}/`, { key: admin }))).toEqual(outcome(await list(admin)));
  });
});
