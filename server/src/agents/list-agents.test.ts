import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("listAgents", () => {
  let lintel: TestApp;
  let brokerage: number;
  let other: number;
  let admin: string;
  let broker: string;
  let agent: string;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test" });
    ({ id: brokerage } = await lintel.createTenant("acme"));
    ({ id: other } = await lintel.createTenant("other"));
    admin = await lintel.createKey("admin");
    broker = await lintel.createKey("broker", { brokerageId: brokerage });
    agent = await lintel.createKey("agent", { brokerageId: brokerage });
    const people = [
      { name: "bob Stone", email: "Bob@acme.test", slug: "bob" },
      { name: "Ann Lee", email: "lee_ann@acme.test", slug: "ann", phone: "208-555-0101", bio: "Land." },
      { name: "Cy 100% O'Neil", email: "cy@acme.test", slug: "cy", status: "inactive" },
      { name: "Zoë Ångström", email: "zoe@acme.test", slug: "zoe" },
      { name: "Gone Girl", email: "gone@acme.test", slug: "gone", disabled_at: new Date() },
    ];
    for (const person of people) await lintel.createAgent(brokerage, person);
    await lintel.createAgent(other, { name: "Ann Other", slug: "ann-other" });
  });
  afterAll(() => lintel.close());

  const list = async (query = "", key = broker) => {
    const reply = await lintel.call(`/api/admin/agents${query}`, { key });
    expect([query, reply.status]).toEqual([query, 200]);
    return reply.body;
  };
  const slugs = async (query = "", key = broker) =>
    (await list(query, key)).items.map(({ slug }: { slug: string }) => slug);

  it("answers exactly the fields of the list", async () => {
    const { items } = await list("?search=lee");
    expect(items).toEqual([
      {
        id: expect.any(Number),
        broker_id: brokerage,
        name: "Ann Lee",
        slug: "ann",
        email: "lee_ann@acme.test",
        phone: "208-555-0101",
        bio: "Land.",
        photo_url: null,
        status: "active",
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it("lists the own brokerage by name, without disabled agents, to brokers and agents alike", async () => {
    for (const key of [broker, agent]) {
      expect(await slugs("", key)).toEqual(["ann", "bob", "cy", "zoe"]);
    }
  });

  it("lists every brokerage's to admins, without disabled agents, or one brokerage's", async () => {
    expect(await slugs("", admin)).toEqual(["ann", "ann-other", "bob", "cy", "zoe"]);
    expect(await slugs(`?brokerage_id=${other}`, admin)).toEqual(["ann-other"]);
    expect(await slugs("?brokerage_id=999999", admin)).toEqual([]);
  });

  it("never shows others another brokerage's: of one that they name there is nothing", async () => {
    for (const key of [broker, agent]) {
      expect(await list(`?brokerage_id=${other}`, key)).toMatchObject({ items: [], total: 0 });
      expect(await slugs(`?brokerage_id=${brokerage}`, key)).toEqual(["ann", "bob", "cy", "zoe"]);
    }
    const unboundKey = await lintel.createKey("broker");
    expect(await list(`?brokerage_id=${other}`, unboundKey)).toMatchObject({
      items: [],
      total: 0,
      total_pages: 0,
    });
  });

  it("shows disabled agents only to admins who ask for them", async () => {
    expect(await slugs("?include_disabled=true", admin)).toEqual([
      "ann",
      "ann-other",
      "bob",
      "cy",
      "gone",
      "zoe",
    ]);
    expect(await list(`?include_disabled=true&search=gone&brokerage_id=${brokerage}`, admin)).toMatchObject({
      items: [{ slug: "gone" }],
      total: 1,
    });
    for (const key of [broker, agent])
      expect(await slugs("?include_disabled=true", key)).toEqual(["ann", "bob", "cy", "zoe"]);
  });

  it("shows a disabled brokerage's agents only to admins who ask for them", async () => {
    const { id: closed } = await lintel.createTenant("closed");
    await lintel.createAgent(closed, { slug: "left" });
    const closedKey = await lintel.createKey("broker", { brokerageId: closed });
    expect(await slugs("", closedKey)).toEqual(["left"]);
    await lintel.call(`/api/admin/brokerages/${closed}`, { method: "DELETE", key: admin });
    expect(await slugs("?include_disabled=true", closedKey)).toEqual([]);
    expect(await slugs("", admin)).not.toContain("left");
    expect(await slugs(`?brokerage_id=${closed}`, admin)).toEqual([]);
    expect(await slugs(`?brokerage_id=${closed}&include_disabled=true`, admin)).toEqual(["left"]);
  });

  it("pages with the true total, also past the end", async () => {
    expect(await list("?page=2&page_size=3")).toMatchObject({
      items: [{ slug: "zoe" }],
      total: 4,
      page: 2,
      page_size: 3,
      total_pages: 2,
    });
    expect(await list("?page=2147483647&page_size=100")).toMatchObject({
      items: [],
      total: 4,
      total_pages: 1,
    });
  });

  it("filters by status", async () => {
    expect(await slugs("?status=inactive")).toEqual(["cy"]);
    expect(await slugs("?status=active")).toEqual(["ann", "bob", "zoe"]);
  });

  it.each([
    ["BOB", ["bob"]],
    ["bob@ACME", ["bob"]],
    ["%25", ["cy"]],
    ["_", ["ann"]],
    ["0%25%20O'N", ["cy"]],
    ["%5C", []],
    ["zo%C3%8B", ["zoe"]],
    ["%20ann%20", ["ann"]],
    ["", ["ann", "bob", "cy", "zoe"]],
    ["missing", []],
    ["gone", []],
  ])(
    "finds search=%s in name or email, in any case, with nothing special about %% and _",
    async (text, found) => {
      expect(await slugs(`?search=${text}`)).toEqual(found);
    },
  );

  it("joins its filters", async () => {
    expect(await slugs("?search=acme&status=inactive")).toEqual(["cy"]);
  });

  it("shows the address of an uploaded photo", async () => {
    await lintel.createAgent(other, { slug: "seen", photo_url: "/files/agents/x.jpg" });
    const { items } = await list(`?brokerage_id=${other}&search=seen`, admin);
    expect(items[0].photo_url).toBe("https://api.test/files/agents/x.jpg");
  });

  it.each([
    "page=0",
    "page=x",
    "page_size=0",
    "page_size=101",
    "brokerage_id=x",
    "brokerage_id=0",
    "brokerage_id=2147483648",
    "status=retired",
    "include_disabled=maybe",
    `search=${"x".repeat(201)}`,
  ])("refuses %s", async (query) => {
    expect((await lintel.call(`/api/admin/agents?${query}`, { key: broker })).status).toBe(422);
  });
});
