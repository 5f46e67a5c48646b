import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("createApiKey", () => {
  let lintel: TestApp;
  let admin: string;
  let own: number;
  let other: number;
  let broker: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    own = (await lintel.createTenant("own")).id;
    other = (await lintel.createTenant("other")).id;
    broker = await lintel.createKey("broker", { brokerageId: own });
  });
  afterAll(() => lintel.close());

  const create = (key: string, body: object) =>
    lintel.call("/api/admin/api-keys", { method: "POST", key, body });
  const refused = async (key: string, body: object) => {
    const { status, body: reply } = await create(key, { name: "refused", role: "agent", ...body });
    return [status, Array.isArray(reply.detail) ? reply.detail[0] : reply.detail];
  };
  const whoIs = async (key: string) => (await lintel.call("/api/auth/verify", { key })).body.user;
  const inAnHour = () => new Date(lintel.clock.now().getTime() + 3_600_000).toISOString();
  const disableAgent = (id: number) =>
    lintel.database.db
      .updateTable("agents")
      .set({ disabled_at: lintel.clock.now() })
      .where("id", "=", id)
      .execute();

  it("answers the key this once, and the key works", async () => {
    const expires_at = inAnHour();
    const agent = await lintel.createAgent(own, { email: "bound@agents.test" });
    const { status, body } = await create(admin, {
      name: "  website  ",
      role: "agent",
      brokerage_id: own,
      agent_id: agent.id,
      expires_at,
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        key: expect.stringMatching(/^lk_[A-Za-z0-9]{40}$/),
        prefix: body.key.slice(0, 7),
        name: "website",
        role: "agent",
        brokerage_id: own,
        agent_id: agent.id,
        requests_per_minute: null,
        requests_per_hour: null,
        forwards_visitors: false,
        expires_at,
        created_at: lintel.clock.now().toISOString(),
      },
    ]);
    expect(await whoIs(body.key)).toEqual({
      id: null,
      email: "bound@agents.test",
      role: "agent",
      brokerage_id: own,
      agent_id: agent.id,
    });
  });

  it("keeps no key that can be read back, in no table", async () => {
    const { body } = await create(admin, { name: "secret", role: "admin" });
    const { db } = lintel.database;
    const rows = [
      await db.selectFrom("api_keys").selectAll().execute(),
      await db.selectFrom("audit_log").selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain(body.key.slice(7));
  });

  it("lets an admin make any key, with the brokerage named where there must be one", async () => {
    for (const role of ["broker", "agent"]) {
      const made = await create(admin, { name: "any", role, brokerage_id: other });
      expect([made.status, made.body.brokerage_id]).toEqual([201, other]);
      const missing = { loc: ["body", "brokerage_id"], msg: expect.any(String), type: "missing" };
      expect(await refused(admin, { role })).toEqual([422, missing]);
      expect(await refused(admin, { role, brokerage_id: null })).toEqual([422, missing]);
    }
    expect((await create(admin, { name: "any", role: "admin" })).body.brokerage_id).toBe(null);
    expect((await create(admin, { name: "any", role: "admin", brokerage_id: own })).body.brokerage_id).toBe(
      own,
    );
  });

  it("lets a broker make broker and agent keys of the own brokerage alone", async () => {
    for (const role of ["broker", "agent"]) {
      for (const brokerage_id of [undefined, null, own]) {
        const { status, body } = await create(broker, { name: "ours", role, brokerage_id });
        expect([status, body.role, body.brokerage_id]).toEqual([201, role, own]);
      }
      expect(await refused(broker, { role, brokerage_id: other })).toEqual([404, "Brokerage not found"]);
      expect(await refused(broker, { role, brokerage_id: 999_999 })).toEqual([404, "Brokerage not found"]);
    }
    for (const brokerage_id of [undefined, own, other]) {
      expect(await refused(broker, { role: "admin", brokerage_id })).toEqual([403, "Admin role required"]);
    }
  });

  it("refuses a broker who is bound to no brokerage", async () => {
    const [status, detail] = await refused(await lintel.createKey("broker"), {});
    expect([status, detail]).toEqual([400, expect.stringMatching(/^No brokerage context/)]);
  });

  it("refuses a brokerage that is missing or disabled", async () => {
    const closed = await lintel.createTenant("closed");
    const itsBroker = await lintel.createKey("broker", { brokerageId: closed.id });
    await lintel.database.db
      .updateTable("brokerages")
      .set({ disabled_at: lintel.clock.now() })
      .where("id", "=", closed.id)
      .execute();
    expect(await refused(admin, { brokerage_id: 999_999 })).toEqual([404, "Brokerage not found"]);
    expect(await refused(admin, { brokerage_id: closed.id })).toEqual([404, "Brokerage not found"]);
    expect(await refused(itsBroker, {})).toEqual([404, "Brokerage not found"]);
  });

  it("refuses an agent who is another tenant's, missing or disabled", async () => {
    const mismatch = [400, "The agent does not belong to the brokerage"];
    const foreign = await lintel.createAgent(other);
    const disabled = await lintel.createAgent(own);
    await disableAgent(disabled.id);
    expect(await refused(broker, { agent_id: foreign.id })).toEqual(mismatch);
    expect(await refused(broker, { agent_id: 999_999 })).toEqual(mismatch);
    expect(await refused(admin, { brokerage_id: own, agent_id: foreign.id })).toEqual(mismatch);
    expect(await refused(broker, { agent_id: disabled.id })).toEqual([400, "The agent is disabled"]);
    expect(await refused(admin, { role: "admin", agent_id: foreign.id })).toMatchObject([
      422,
      { loc: ["body", "brokerage_id"] },
    ]);
  });

  it.each([
    ["no name", { name: undefined }, "name is required"],
    ["a blank name", { name: "   " }, "name must not be empty"],
    ["a number for a name", { name: 7 }, "name must be text"],
    ["a name too long", { name: "x".repeat(101) }, "name must be at most 100 characters"],
    ["the name of the first key", { name: "bootstrap" }, /^name must not be bootstrap/],
    ["no role", { role: undefined }, "role is required"],
    ["a role there is not", { role: "owner" }, "role must be one of admin, broker, agent"],
    ["a role of null", { role: null }, "role must be one of admin, broker, agent"],
    ["a brokerage in words", { brokerage_id: "1" }, "brokerage_id must be an integer"],
    ["a brokerage too big", { brokerage_id: 2_147_483_648 }, "brokerage_id must be between 1 and 2147483647"],
    ["an agent of zero", { agent_id: 0 }, "agent_id must be between 1 and 2147483647"],
    ["an expiry in words", { expires_at: "tomorrow" }, "expires_at must be a valid timestamp (ISO 8601)"],
    [
      "an expiry without a time",
      { expires_at: "2030-01-01" },
      "expires_at must be a valid timestamp (ISO 8601)",
    ],
    [
      "a leap second",
      { expires_at: "2030-06-30T23:59:60Z" },
      "expires_at must be a valid timestamp (ISO 8601)",
    ],
    ["an expiry that is now", { expires_at: "2026-06-15T12:00:00Z" }, "expires_at must be in the future"],
    ["an expiry in the past", { expires_at: "2020-01-01T00:00:00Z" }, "expires_at must be in the future"],
  ])("refuses %s", async (_name, fields, msg) => {
    const [status, issue] = await refused(broker, fields);
    expect([status, issue.loc]).toEqual([422, ["body", Object.keys(fields)[0]]]);
    expect(issue.msg).toMatch(msg);
  });

  it("makes the key no sooner than its audit row, which holds no secret", async () => {
    const { body } = await create(broker, { name: "audited", role: "agent" });
    const row = await lintel.database.db
      .selectFrom("audit_log")
      .selectAll()
      .where("target_type", "=", "api_key")
      .where("target_id", "=", String(body.id))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      action: "create",
      brokerage_id: own,
      actor_type: "api_key",
      actor_role: "broker",
      before: null,
      after: {
        prefix: body.prefix,
        name: "audited",
        role: "agent",
        brokerage_id: own,
        agent_id: null,
        requests_per_minute: null,
        requests_per_hour: null,
        forwards_visitors: false,
        expires_at: null,
      },
    });
  });
});
