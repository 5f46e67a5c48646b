import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { openRouting, type RoutingFixture } from "../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const notFound = [404, { detail: "Lead not found" }];

describe("getLeadRouting", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `deciding-${++made}`);
  });

  it("tells the strategy, who got it, who was considered, and why others were not", async () => {
    const ann = await brokerage.hire("Ann");
    const bob = await brokerage.hire("Bob", { on_vacation: true });
    const cem = await brokerage.hire("Cem", { accepting_leads: false });
    const dan = await brokerage.hire("Dan", { status: "inactive" });
    await brokerage.hire("Eve", { disabled_at: new Date("2026-01-01T00:00:00Z") });
    const fay = await brokerage.hire("Fay");
    const decidedAt = lintel.clock.now().toISOString();
    const { id } = await brokerage.registered();
    lintel.clock.advance(1000);
    expect(outcome(await brokerage.routing(id))).toEqual([
      200,
      {
        strategy: "least_recently_assigned",
        used_strategy: "least_recently_assigned",
        agent_id: ann,
        candidates: [
          { agent_id: ann, name: "Ann", eligible: true, reason: null },
          { agent_id: bob, name: "Bob", eligible: false, reason: "on vacation" },
          { agent_id: cem, name: "Cem", eligible: false, reason: "not accepting leads" },
          { agent_id: dan, name: "Dan", eligible: false, reason: "not active" },
          { agent_id: fay, name: "Fay", eligible: true, reason: null },
        ],
        decided_at: decidedAt,
      },
    ]);
  });

  it("shows why no agent got it", async () => {
    const ann = await brokerage.hire("Ann", { on_vacation: true });
    const { id, agent } = await brokerage.registered();
    expect(agent).toBeNull();
    expect((await brokerage.routing(id)).body).toMatchObject({
      agent_id: null,
      candidates: [{ agent_id: ann, name: "Ann", eligible: false, reason: "on vacation" }],
    });
  });

  it("tells of a brokerage without agents that there were none", async () => {
    const { id } = await brokerage.registered();
    expect((await brokerage.routing(id)).body).toMatchObject({ agent_id: null, candidates: [] });
  });

  it("stays as decided when settings, lead and agents change", async () => {
    const ann = await brokerage.hire("Ann");
    const { id } = await brokerage.registered();
    const before = (await brokerage.routing(id)).body;
    await brokerage.updateAgent(ann, { name: "Ann Married", on_vacation: true });
    await brokerage.updateSettings({ routing_strategy: "weighted" });
    expect((await brokerage.routing(id)).body).toEqual(before);
  });

  it("tells the latest decision of a lead that was routed again", async () => {
    const ann = await brokerage.hire("Ann");
    const { id } = await brokerage.registered();
    const postEvent = (body: object) =>
      lintel.call(`/api/v1/admin/leads/${id}/transitions`, { method: "POST", key: brokerage.broker, body });
    await postEvent({ event_type: "contact_attempted", channel: "call" });
    await postEvent({ event_type: "timeout_no_response" });
    await brokerage.updateAgent(ann, { on_vacation: true });
    const bob = await brokerage.hire("Bob");
    expect((await postEvent({ event_type: "lead_re_engaged" })).status).toBe(200);
    expect((await brokerage.routing(id)).body).toMatchObject({
      agent_id: bob,
      candidates: [
        { agent_id: ann, eligible: false, reason: "on vacation" },
        { agent_id: bob, eligible: true },
      ],
    });
  });

  it("is 404 for a lead that was never routed", async () => {
    const { body } = await lintel.call("/api/v1/admin/leads", {
      method: "POST",
      key: brokerage.broker,
      body: { first_name: "A", last_name: "B", email: "a@b.test", subject: "Hi", message: "Hi" },
    });
    expect(outcome(await brokerage.routing(body.id))).toEqual([
      404,
      { detail: "This lead was never routed" },
    ]);
  });

  it("is for those who see the lead: to others, and another tenant's people, it is a missing one", async () => {
    const ann = await brokerage.hire("Ann");
    const bob = await brokerage.hire("Bob");
    const other = await openRouting(lintel, `deciding-${++made}`);
    const { id } = await brokerage.registered();
    const keyOf = (agentId: number) => lintel.createKey("agent", { brokerageId: brokerage.id, agentId });
    for (const key of [brokerage.broker, await keyOf(ann), await lintel.createKey("admin")]) {
      expect((await brokerage.routing(id, key)).status).toBe(200);
    }
    for (const key of [await keyOf(bob), brokerage.agent, other.broker, other.agent]) {
      expect(outcome(await brokerage.routing(id, key))).toEqual(notFound);
    }
    expect(outcome(await brokerage.routing(999_999))).toEqual(notFound);
  });
});
