import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OidcProvider, startOidcProvider } from "../../../test/harness/oidc-provider.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { acceptBootstrapKey } from "../index.ts";

const BOOTSTRAP = "bootstrap-key-of-the-environment-0001";
const LAST = [409, "This is the last admin key: make another one first"];

describe("revokeApiKey", () => {
  let lintel: TestApp;
  let provider: OidcProvider;
  let admin: Made;
  beforeAll(async () => {
    provider = await startOidcProvider({ now: () => lintel.clock.now() });
    lintel = await startTestApp({ ...provider.environment, BOOTSTRAP_ADMIN_KEY: BOOTSTRAP });
  });
  afterAll(async () => {
    await provider.stop();
    await lintel.close();
  });
  beforeEach(async () => {
    await lintel.database.db.deleteFrom("api_keys").execute();
    const first = await lintel.createKey("admin");
    admin = await create(first, { name: "admin", role: "admin" });
    await lintel.database.db.deleteFrom("api_keys").where("id", "!=", admin.id).execute();
  });

  type Made = { id: number; key: string };
  const create = async (key: string, body: object): Promise<Made> =>
    (await lintel.call("/api/admin/api-keys", { method: "POST", key, body })).body;
  const revoke = async (by: string, id: number | string) => {
    const reply = await lintel.call(`/api/admin/api-keys/${id}`, { method: "DELETE", key: by });
    return [reply.status, reply.body.detail ?? reply.body.message];
  };
  const works = async (key: string) => (await lintel.call("/api/auth/verify", { key })).status === 200;

  it("makes a key invalid from the next request on, once", async () => {
    const { id, key } = await create(admin.key, { name: "second", role: "admin" });
    expect(await works(key)).toBe(true);
    expect(await revoke(admin.key, id)).toEqual([200, "API key revoked"]);
    expect(await works(key)).toBe(false);
    expect(await revoke(admin.key, id)).toEqual([404, "API key not found"]);
  });

  it("works for one of two who revoke the same key at once", async () => {
    const { id } = await create(admin.key, { name: "contested", role: "admin" });
    const answers = await Promise.all(Array.from({ length: 5 }, () => revoke(admin.key, id)));
    expect(answers.map(([status]) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  });

  it("writes an audit row without the key", async () => {
    const { id, key } = await create(admin.key, { name: "audited", role: "admin" });
    await revoke(admin.key, id);
    const rows = await lintel.database.db
      .selectFrom("audit_log")
      .selectAll()
      .where("target_id", "=", String(id))
      .orderBy("id")
      .execute();
    expect(rows).toMatchObject([
      { action: "create" },
      { action: "delete", actor_role: "admin", before: { name: "audited", role: "admin" }, after: null },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${key.slice(7)}|hash`));
  });

  it("lets a broker revoke the own brokerage's keys, and takes another tenant's for missing", async () => {
    const own = (await lintel.createTenant(`own-${admin.id}`)).id;
    const other = (await lintel.createTenant(`other-${admin.id}`)).id;
    const broker = await lintel.createKey("broker", { brokerageId: own });
    const make = (role: string, brokerage_id: number) => create(admin.key, { name: "x", role, brokerage_id });
    expect(await revoke(broker, (await make("agent", own)).id)).toEqual([200, "API key revoked"]);
    expect(await revoke(broker, (await make("broker", own)).id)).toEqual([200, "API key revoked"]);
    for (const { id, key } of [await make("agent", other), await make("admin", own), admin]) {
      expect(await revoke(broker, id)).toEqual([404, "API key not found"]);
      expect(await works(key)).toBe(true);
    }
  });

  it("refuses to revoke the last admin key that works, also with the key itself", async () => {
    expect(await revoke(admin.key, admin.id)).toEqual(LAST);
    expect(await works(admin.key)).toBe(true);

    const second = await create(admin.key, { name: "second", role: "admin" });
    expect(await revoke(second.key, admin.id)).toEqual([200, "API key revoked"]);
    expect(await revoke(second.key, second.id)).toEqual(LAST);
  });

  it("counts neither expired admin keys nor those that end with an agent", async () => {
    const { id: brokerage_id } = await lintel.createTenant(`ends-${admin.id}`);
    const agent = await lintel.createAgent(brokerage_id);
    await create(admin.key, { name: "agent's", role: "admin", brokerage_id, agent_id: agent.id });
    const expires_at = new Date(lintel.clock.now().getTime() + 1000).toISOString();
    await create(admin.key, { name: "expiring", role: "admin", expires_at });
    lintel.clock.advance(2000);
    expect(await revoke(admin.key, admin.id)).toEqual(LAST);
  });

  it("leaves one when two admins revoke each other's key at once", async () => {
    const second = await create(admin.key, { name: "second", role: "admin" });
    const answers = await Promise.all([revoke(admin.key, second.id), revoke(second.key, admin.id)]);
    // The slower one is told that its own key is gone, or that only one is left.
    expect(answers.map(([status]) => status).toSorted()).not.toEqual([200, 200]);
    expect([await works(admin.key), await works(second.key)].filter(Boolean)).toHaveLength(1);
  });

  it("lets an admin with a token revoke even the last key", async () => {
    const token = await provider.token({ roles: ["admin"] });
    const reply = await lintel.call(`/api/admin/api-keys/${admin.id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.status).toBe(200);
    expect(await works(admin.key)).toBe(false);
  });

  it("refuses to revoke the key of BOOTSTRAP_ADMIN_KEY, which the next start would bring back", async () => {
    await acceptBootstrapKey(lintel.services);
    const { items } = (await lintel.call("/api/admin/api-keys", { key: BOOTSTRAP })).body;
    const { id } = items.find(({ name }: { name: string }) => name === "bootstrap");
    for (const by of [BOOTSTRAP, admin.key]) {
      expect(await revoke(by, id)).toEqual([
        409,
        "This key is BOOTSTRAP_ADMIN_KEY: change it there and start again",
      ]);
    }
    expect(await revoke(BOOTSTRAP, admin.id)).toEqual([200, "API key revoked"]);
  });

  it.each(["0", "-1", "x", "1.5", "2147483648"])("takes no id %s", async (id) => {
    expect((await revoke(admin.key, id))[0]).toBe(422);
  });
});
