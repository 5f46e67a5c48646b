import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const person = {
  first_name: "Grace",
  last_name: "Hopper",
  email: "grace@visitors.test",
  subject: "Called the office",
  message: "Wants a yard.",
};
const NO_CONTEXT = [400, { detail: "No brokerage context - cannot create lead" }];
const NO_BROKERAGE = [404, { detail: "Brokerage not found or disabled" }];

/** SPEC: Manual lead body, its six scoping rules. */
describe("createManualLead: its scoping rules", () => {
  let lintel: TestApp;
  let brokerage: BrokerageFixture;
  let other: BrokerageFixture;
  let admin: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openBrokerage(lintel, "north");
    other = await openBrokerage(lintel, "south");
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const create = (key: string, fields: object = {}, host: string | null = null) =>
    lintel.call("/api/v1/admin/leads", { method: "POST", key, host, body: { ...person, ...fields } });
  const disabledBrokerage = async () => {
    const closed = await openBrokerage(lintel, `closed-${++made}`);
    await lintel.call(`/api/admin/brokerages/${closed.id}`, { method: "DELETE", key: admin });
    return closed;
  };
  const leads = async () => (await lintel.database.db.selectFrom("leads").select("id").execute()).length;

  it("1: brokers and agents create under their own brokerage; a brokerage_id in the body is ignored", async () => {
    const { id: agentId } = await lintel.createAgent(brokerage.id);
    const bound = await lintel.createKey("agent", { brokerageId: brokerage.id, agentId });
    for (const key of [brokerage.broker, brokerage.agent, bound]) {
      for (const brokerage_id of [other.id, 999_999, undefined, -5, "garbage", [1]]) {
        const { status, body } = await create(key, { brokerage_id });
        expect([status, body.brokerage_id]).toEqual([201, brokerage.id]);
      }
    }
  });

  it("2: admins create under the brokerage_id they pass, else under their own", async () => {
    const bound = await lintel.createKey("admin", { brokerageId: brokerage.id });
    expect((await create(admin, { brokerage_id: other.id })).body.brokerage_id).toBe(other.id);
    expect((await create(bound, { brokerage_id: other.id })).body.brokerage_id).toBe(other.id);
    expect((await create(bound)).body.brokerage_id).toBe(brokerage.id);
  });

  it("3: it is not routed by domain, and no agent is assigned automatically", async () => {
    const { id: agentId } = await lintel.createAgent(brokerage.id);
    const bound = await lintel.createKey("agent", { brokerageId: brokerage.id, agentId });
    await lintel.call(`/api/admin/brokerages/${brokerage.id}/lead-settings`, {
      method: "PUT",
      key: brokerage.broker,
      body: { routing_strategy: "primary_agent", primary_agent_id: agentId },
    });
    for (const key of [brokerage.broker, bound]) {
      const { body } = await create(key, {}, other.host);
      expect(body).toMatchObject({
        brokerage_id: brokerage.id,
        assigned_agent_id: null,
        source_domain: "admin-manual",
      });
    }
    expect(outcome(await create(admin, {}, other.host))).toEqual(NO_CONTEXT);
  });

  it("4: 400 when an admin omits brokerage_id and has none, or a non-admin has none", async () => {
    const before = await leads();
    for (const role of ["admin", "broker", "agent"] as const) {
      expect(outcome(await create(await lintel.createKey(role)))).toEqual(NO_CONTEXT);
    }
    expect(outcome(await create(admin, { brokerage_id: null }))).toEqual(NO_CONTEXT);
    expect(outcome(await create(await lintel.createKey("broker"), { brokerage_id: brokerage.id }))).toEqual(
      NO_CONTEXT,
    );
    expect(await leads()).toBe(before);
  });

  it("5: 400 when assigned_agent_id belongs to another brokerage, is unknown, or no longer takes leads", async () => {
    const before = await leads();
    const foreignAgent = await lintel.createAgent(other.id);
    const inactive = await lintel.createAgent(brokerage.id, { status: "inactive" });
    const disabled = await lintel.createAgent(brokerage.id, { disabled_at: lintel.clock.now() });
    for (const id of [foreignAgent.id, inactive.id, disabled.id, 999_999]) {
      const refusal = [400, { detail: `assigned_agent_id ${id} is no active agent of the lead's brokerage` }];
      expect(outcome(await create(brokerage.broker, { assigned_agent_id: id }))).toEqual(refusal);
      const asAdmin = await create(admin, { assigned_agent_id: id, brokerage_id: brokerage.id });
      expect(outcome(asAdmin)).toEqual(refusal);
    }
    expect(await leads()).toBe(before);
  });

  it("5: the brokerage that counts is the resolved one, not the caller's", async () => {
    const bound = await lintel.createKey("admin", { brokerageId: brokerage.id });
    const foreignAgent = await lintel.createAgent(other.id);
    const reply = await create(bound, { assigned_agent_id: foreignAgent.id, brokerage_id: other.id });
    expect([reply.status, reply.body.assigned_agent_id]).toEqual([201, foreignAgent.id]);
  });

  it("2: what an admin passes has to be an id", async () => {
    for (const brokerage_id of [1.5, 0, "1", 2_147_483_648, [1]]) {
      const { status, body } = await create(admin, { brokerage_id });
      expect([status, body.detail[0].msg]).toEqual([422, "brokerage_id must be the id of a brokerage"]);
    }
  });

  it("6: 404 when brokerage_id is unknown or soft-deleted", async () => {
    const closed = await disabledBrokerage();
    for (const brokerage_id of [999_999, closed.id]) {
      expect(outcome(await create(admin, { brokerage_id }))).toEqual(NO_BROKERAGE);
    }
  });

  it("6: the same for callers of a soft-deleted one", async () => {
    const closed = await disabledBrokerage();
    for (const key of [closed.broker, await lintel.createKey("admin", { brokerageId: closed.id })]) {
      expect(outcome(await create(key))).toEqual(NO_BROKERAGE);
    }
  });

  it("an agent may name a colleague, or the own self", async () => {
    const [own, colleague] = [await lintel.createAgent(brokerage.id), await lintel.createAgent(brokerage.id)];
    const bound = await lintel.createKey("agent", { brokerageId: brokerage.id, agentId: own.id });
    for (const { id } of [own, colleague]) {
      expect((await create(bound, { assigned_agent_id: id })).body.assigned_agent_id).toBe(id);
    }
  });
});
