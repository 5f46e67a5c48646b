import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("deleteAgent", () => {
  let lintel: TestApp;
  let tenant: { id: number; host: string };
  let admin: string;
  let broker: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    tenant = await lintel.createTenant("acme");
    admin = await lintel.createKey("admin");
    broker = await lintel.createKey("broker", { brokerageId: tenant.id });
  });
  afterAll(() => lintel.close());

  const remove = (id: number, key = admin) =>
    lintel.call(`/api/admin/agents/${id}`, { method: "DELETE", key });

  it("disables the agent, and says so", async () => {
    const { id, slug } = await lintel.createAgent(tenant.id);
    const reply = await remove(id);
    expect([reply.status, reply.body]).toEqual([200, { message: "Agent deleted", id }]);
    const { body } = await lintel.call(`/api/admin/agents/${id}`, { key: admin });
    expect(body).toMatchObject({ slug, disabled_at: lintel.clock.now().toISOString() });
  });

  it("takes the agent out of lists, public pages and the search", async () => {
    const key = broker;
    const { body: agent } = await lintel.call("/api/admin/agents", {
      method: "POST",
      key,
      body: { brokerage_id: tenant.id, name: "Quentin Abernathy", slug: "quentin", email: "q@acme.test" },
    });
    const places = async () => [
      (await lintel.call("/api/admin/agents?search=quentin", { key })).body.total,
      (await lintel.call("/api/admin/search/agents?q=Quentin%20Abernathy", { key })).body.total,
      (await lintel.call("/api/public/agents", { host: tenant.host })).body.items.filter(
        ({ slug }: { slug: string }) => slug === "quentin",
      ).length,
      (await lintel.call("/api/public/agents/quentin", { host: tenant.host })).status,
    ];
    expect(await places()).toEqual([1, 1, 1, 200]);
    await remove(agent.id);
    expect(await places()).toEqual([0, 0, 0, 404]);
  });

  it("answers 404 the second time, and to a missing agent", async () => {
    const { id } = await lintel.createAgent(tenant.id);
    const replies = await Promise.all([remove(id), remove(id), remove(id)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    for (const gone of [id, 999_999]) {
      const reply = await remove(gone);
      expect([reply.status, reply.body]).toEqual([404, { detail: "Agent not found" }]);
    }
  });

  it("is for admins", async () => {
    const { id } = await lintel.createAgent(tenant.id);
    const reply = await remove(id, broker);
    expect([reply.status, reply.body]).toEqual([403, { detail: "Admin role required" }]);
  });

  it("removes an agent of a disabled brokerage too", async () => {
    const { id: closed } = await lintel.createTenant("closed");
    const { id } = await lintel.createAgent(closed);
    await lintel.call(`/api/admin/brokerages/${closed}`, { method: "DELETE", key: admin });
    expect((await remove(id)).status).toBe(200);
  });

  it("leaves an audit row", async () => {
    const { id } = await lintel.createAgent(tenant.id, { name: "Was here" });
    await remove(id);
    const rows = await lintel.database.db
      .selectFrom("audit_log")
      .select(["action", "brokerage_id", "before", "after"])
      .where("target_type", "=", "agent")
      .where("target_id", "=", String(id))
      .execute();
    expect(rows).toEqual([
      {
        action: "delete",
        brokerage_id: tenant.id,
        before: expect.objectContaining({ name: "Was here" }),
        after: { disabled_at: lintel.clock.now().toISOString() },
      },
    ]);
  });
});
