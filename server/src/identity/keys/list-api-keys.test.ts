import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("listApiKeys", () => {
  let lintel: TestApp;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const list = async (key: string, query = "") =>
    (await lintel.call(`/api/admin/api-keys?${query}`, { key })).body;
  const names = async (key: string) =>
    (await list(key, "page_size=100")).items.map(({ name }: { name: string }) => name);
  const create = async (key: string, body: object) => {
    const reply = await lintel.call("/api/admin/api-keys", { method: "POST", key, body });
    expect(reply.status).toBe(201);
    return reply.body;
  };

  it("shows what a key is and how it begins, never the key", async () => {
    const { id: brokerage_id } = await lintel.createTenant("shown");
    const agent = await lintel.createAgent(brokerage_id);
    const fields = { name: "shown", role: "agent", brokerage_id, agent_id: agent.id };
    const { key, ...made } = await create(admin, { ...fields, expires_at: "2027-01-01T00:00:00Z" });
    const reply = await lintel.call("/api/admin/api-keys", { key: admin });
    expect(reply.body.items[0]).toEqual({
      ...made,
      expires_at: "2027-01-01T00:00:00.000Z",
      last_used_at: null,
    });
    expect(reply.text).not.toContain(key.slice(7));
    expect(reply.text).not.toMatch(/hash/);

    await lintel.call("/api/auth/verify", { key });
    await expect
      .poll(async () => (await list(admin)).items[0].last_used_at)
      .toBe(lintel.clock.now().toISOString());
  });

  it("shows a broker the broker and agent keys of the own brokerage, and an admin all", async () => {
    const { id: own } = await lintel.createTenant("own");
    const { id: other } = await lintel.createTenant("other");
    for (const [brokerage_id, owner] of [
      [own, "own"],
      [other, "other"],
    ] as const) {
      for (const role of ["admin", "broker", "agent"])
        await create(admin, { name: `${owner} ${role}`, role, brokerage_id });
    }
    const broker = await lintel.createKey("broker", { brokerageId: own });
    expect((await names(broker)).toSorted()).toEqual(["broker key", "own agent", "own broker"]);
    expect(await names(admin)).toEqual(
      expect.arrayContaining([
        "own admin",
        "own broker",
        "own agent",
        "other admin",
        "other broker",
        "other agent",
      ]),
    );
    expect(await names(await lintel.createKey("broker"))).toEqual([]);
  });

  it("keeps expired keys, and drops revoked ones", async () => {
    const { id: brokerage_id } = await lintel.createTenant("past");
    const broker = await lintel.createKey("broker", { brokerageId: brokerage_id });
    const expires_at = new Date(lintel.clock.now().getTime() + 1000).toISOString();
    await create(broker, { name: "expired", role: "agent", expires_at });
    const { id } = await create(broker, { name: "revoked", role: "agent" });
    lintel.clock.advance(2000);
    await lintel.call(`/api/admin/api-keys/${id}`, { method: "DELETE", key: broker });
    expect((await names(broker)).toSorted()).toEqual(["broker key", "expired"]);
  });

  it("comes in pages, newest first", async () => {
    const { id: brokerageId } = await lintel.createTenant("pages");
    const broker = await lintel.createKey("broker", { brokerageId });
    for (let n = 1; n <= 4; n++) await create(broker, { name: `key ${n}`, role: "agent" });
    const page = async (query: string) => {
      const { items, ...rest } = await list(broker, query);
      return { ...rest, names: items.map(({ name }: { name: string }) => name) };
    };
    expect(await page("page_size=2")).toMatchObject({
      names: ["key 4", "key 3"],
      total: 5,
      page: 1,
      page_size: 2,
      total_pages: 3,
    });
    expect(await page("page=2&page_size=2")).toMatchObject({ names: ["key 2", "key 1"], page: 2 });
    expect(await page("page=3&page_size=2")).toMatchObject({ names: ["broker key"], page: 3 });
    expect(await page("page=9")).toMatchObject({ names: [], total: 5, page: 9 });
  });

  it.each(["page=0", "page=x", "page_size=101", "page_size=0"])("refuses %s", async (query) => {
    expect((await lintel.call(`/api/admin/api-keys?${query}`, { key: admin })).status).toBe(422);
  });
});
