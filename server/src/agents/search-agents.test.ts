import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("searchAgents", () => {
  let lintel: TestApp;
  let admin: string;
  let broker: string;
  let agent: string;
  let acme: number;
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ id: acme } = await lintel.createTenant("acme"));
    const { id: other } = await lintel.createTenant("other");
    admin = await lintel.createKey("admin");
    broker = await lintel.createKey("broker", { brokerageId: acme });
    agent = await lintel.createKey("agent", { brokerageId: acme });
    await add(acme, "Hannah Lindqvist", {
      bio: "Horse properties, pastures and barns across Canyon County.",
      specialties: ["Farms and ranches"],
    });
    await add(acme, "Marcus Oyarzabal", {
      bio: "Downtown condominiums and lofts for first-time buyers.",
      specialties: ["Condos"],
    });
    await add(other, "Hannah Frampton", { bio: "Lake cabins." });
  });
  afterAll(() => lintel.close());

  const add = (brokerage_id: number, name: string, fields: object) =>
    lintel.call("/api/admin/agents", {
      method: "POST",
      key: admin,
      body: {
        brokerage_id,
        name,
        slug: name.toLowerCase().replaceAll(" ", "-"),
        email: "someone@acme.test",
        ...fields,
      },
    });

  const search = async (query: string, key = broker) => {
    const reply = await lintel.call(`/api/admin/search/agents?${query}`, { key });
    expect([query, reply.status]).toEqual([query, 200]);
    return reply.body;
  };
  const names = async (query: string, key = broker) =>
    (await search(query, key)).results.map(({ name }: { name: string }) => name);

  it("finds a single word wherever it stands in a long text, and no other", async () => {
    const filler = "Buyers and sellers trust careful advice, honest answers and quick replies. ".repeat(12);
    await add(acme, "Petra Solano", { bio: `${filler}She grew up near Donnelly. ${filler}` });
    expect(await names("q=Donnelly")).toEqual(["Petra Solano"]);
    expect(await names("q=Cascade")).toEqual([]);
  });

  it("finds an agent by name, with exactly the documented fields", async () => {
    const body = await search("q=Hannah%20Lindqvist");
    expect(body).toMatchObject({ query: "Hannah Lindqvist", total: body.results.length });
    expect(body.results[0]).toEqual({
      id: expect.any(Number),
      name: "Hannah Lindqvist",
      brokerage: "acme",
      bio: "Horse properties, pastures and barns across Canyon County.",
      similarity: expect.any(Number),
    });
  });

  it("finds agents by what they say of themselves, best first", async () => {
    expect((await names("q=horse%20barns%20and%20pasture"))[0]).toBe("Hannah Lindqvist");
    expect((await names("q=downtown%20condos"))[0]).toBe("Marcus Oyarzabal");
    const { results } = await search("q=downtown%20condos%20or%20ranches");
    const similarities = results.map(({ similarity }: { similarity: number }) => similarity);
    expect(similarities).toEqual(similarities.toSorted((a: number, b: number) => b - a));
  });

  it("never finds another brokerage's agents, but for admins", async () => {
    expect(await names("q=Hannah%20Frampton", admin)).toContain("Hannah Frampton");
    for (const key of [broker, agent]) {
      expect(await names("q=Hannah%20Frampton", key)).not.toContain("Hannah Frampton");
    }
    expect(await names("q=Hannah", await lintel.createKey("agent"))).toEqual([]);
  });

  it("answers at most as many as are wanted, and how many there are in all", async () => {
    for (let nth = 0; nth < 6; nth++) await add(acme, `Wilhelmina Number${nth}`, {});
    const { results, total } = await search("q=Wilhelmina&limit=2");
    expect([results.length, total]).toEqual([2, 6]);
  });

  it("names the brokerage as it is called now, and keeps no trace of its old name", async () => {
    const { id } = await lintel.createTenant("renamed");
    await lintel.call(`/api/admin/brokerages/${id}`, {
      method: "PUT",
      key: admin,
      body: { name: "Quillfeather" },
    });
    await add(id, "Tobias Renfrew", { bio: "Mountain cabins." });
    await lintel.call(`/api/admin/brokerages/${id}`, {
      method: "PUT",
      key: admin,
      body: { name: "Bluestone" },
    });
    const { results } = await search("q=Tobias%20Renfrew", admin);
    expect(results[0]).toMatchObject({ name: "Tobias Renfrew", brokerage: "Bluestone" });
    expect(await names("q=Quillfeather", admin)).not.toContain("Tobias Renfrew");
  });

  it("finds and counts no agent of a disabled brokerage", async () => {
    const { id: closed } = await lintel.createTenant("closed");
    await add(closed, "Ottoline Vexler", {});
    const closedKey = await lintel.createKey("agent", { brokerageId: closed });
    expect((await search("q=Ottoline", admin)).total).toBe(1);
    await lintel.call(`/api/admin/brokerages/${closed}`, { method: "DELETE", key: admin });
    for (const key of [admin, closedKey])
      expect(await search("q=Ottoline", key)).toMatchObject({ results: [], total: 0 });
  });

  it("finds an agent by what a change says", async () => {
    const { results } = await search("q=Marcus%20Oyarzabal");
    await lintel.call(`/api/admin/agents/${results[0].id}`, {
      method: "PUT",
      key: broker,
      body: { name: "Marcus Thistlewood", bio: "Vineyards and orchards." },
    });
    expect((await names("q=Thistlewood"))[0]).toBe("Marcus Thistlewood");
    expect((await names("q=vineyards%20orchards"))[0]).toBe("Marcus Thistlewood");
  });

  it.each([
    "",
    "q=",
    "q=a",
    "q=%20a%20",
    `q=${"x".repeat(301)}`,
    "q=ab&limit=0",
    "q=ab&limit=51",
    "q=ab&limit=x",
  ])("refuses %s", async (query) => {
    expect((await lintel.call(`/api/admin/search/agents?${query}`, { key: broker })).status).toBe(422);
  });
});
