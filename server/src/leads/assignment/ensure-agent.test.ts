import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf } from "../../../test/harness/brokerage-fixture.ts";
import { LEADS, type LifecycleFixture, openLifecycle } from "../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { assignableAgent } from "../../agents/index.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { lockLead } from "../lead-scope.ts";
import { assignAgent } from "./assign-agent.ts";

const reEngaged = { event_type: "lead_re_engaged" };
const person = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@visitors.test",
  subject: "A question",
  message: "Hello",
};

describe("a lead that is re-engaged", () => {
  let lintel: TestApp;
  let made = 0;
  let brokerage: LifecycleFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openLifecycle(lintel, `desk-${++made}`);
  });

  const agentNamed = async (name: string, fields: object = {}) => ({
    id: (await lintel.createAgent(brokerage.id, { name, ...fields })).id,
    name,
  });
  const set = (agent: { id: number }, fields: object) =>
    lintel.database.db.updateTable("agents").set(fields).where("id", "=", agent.id).execute();
  const give = (lead: number, agent: { id: number }) =>
    inTransaction(lintel.ctx, async (ctx) => {
      const assignee = await assignableAgent(ctx.db, { brokerageId: brokerage.id, agentId: agent.id });
      return assignAgent(ctx, await lockLead(ctx, lead), assignee);
    });
  /** Entered by hand, so that it is not routed. */
  const archivedOf = async (agent: { id: number; name: string } | null) => {
    const body = { ...person, status: "lost" };
    const { body: lead } = await lintel.call(LEADS, { method: "POST", key: brokerage.broker, body });
    if (agent) await give(lead.id, agent);
    return lead.id as number;
  };
  const lastTurn = async (agent: { id: number }) =>
    (
      await lintel.database.db
        .selectFrom("agents")
        .select("last_lead_assigned_at")
        .where("id", "=", agent.id)
        .executeTakeFirstOrThrow()
    ).last_lead_assigned_at;
  const names = (events: { event_type: string }[]) => events.map(({ event_type }) => event_type);

  it("keeps its agent, who can receive leads", async () => {
    const ann = await agentNamed("Ann");
    await agentNamed("Bea");
    const lead = await archivedOf(ann);
    const { stage, events } = await brokerage.report(lead, reEngaged);
    expect([stage, events.at(-1).event_type]).toEqual(["CONTACTING", "lead_re_engaged"]);
    expect((await brokerage.detail(lead)).assigned_agent).toEqual(ann);
    expect(await lastTurn(ann)).toBeNull();
  });

  it.each([
    ["has left", { disabled_at: new Date("2026-06-01T00:00:00Z") }],
    ["is inactive", { status: "inactive" }],
    ["is on vacation", { on_vacation: true }],
    ["accepts no leads", { accepting_leads: false }],
  ])("goes to the next in turn when its agent %s, and the timeline tells why", async (_, fields) => {
    const ann = await agentNamed("Ann");
    const bea = await agentNamed("Bea", { last_lead_assigned_at: new Date("2026-06-01T00:00:00Z") });
    await agentNamed("Cem", { last_lead_assigned_at: new Date("2026-06-02T00:00:00Z") });
    const lead = await archivedOf(ann);
    await set(ann, fields);
    lintel.clock.advance(60_000);
    const { stage, events } = await brokerage.report(lead, reEngaged);
    expect(stage).toBe("CONTACTING");
    expect(names(events.slice(-2))).toEqual(["lead_re_engaged", "agent_reassigned"]);
    expect(events.at(-1)).toMatchObject({
      from_stage: "CONTACTING",
      to_stage: "CONTACTING",
      actor: { name: "broker key" },
      payload: {
        agent_id: bea.id,
        agent_name: "Bea",
        previous_agent_id: ann.id,
        reason: "agent_unavailable",
      },
    });
    expect((await brokerage.detail(lead)).assigned_agent).toEqual(bea);
    expect(await lastTurn(bea)).toEqual(lintel.clock.now());
  });

  it("gets an agent when it never had one: agent_assigned", async () => {
    const ann = await agentNamed("Ann");
    const lead = await archivedOf(null);
    const { events } = await brokerage.report(lead, reEngaged);
    expect(events.at(-1)).toMatchObject({
      event_type: "agent_assigned",
      payload: { agent_id: ann.id, agent_name: "Ann", previous_agent_id: null, reason: "no_agent" },
    });
    expect((await brokerage.detail(lead)).assigned_agent).toEqual(ann);
  });

  it("keeps its assignment when no agent is eligible, and is re-engaged all the same", async () => {
    const ann = await agentNamed("Ann", { on_vacation: true });
    await agentNamed("Bea", { accepting_leads: false });
    const elsewhere = await openLifecycle(lintel, `elsewhere-${made}`);
    await lintel.createAgent(elsewhere.id);
    for (const had of [ann, null]) {
      const lead = await archivedOf(had);
      const { stage, events } = await brokerage.report(lead, reEngaged);
      expect([stage, events.at(-1).event_type]).toEqual(["CONTACTING", "lead_re_engaged"]);
      expect((await brokerage.detail(lead)).assigned_agent).toEqual(had);
    }
  });

  it("leaves an audit row of the assignment beside the one of the move", async () => {
    const ann = await agentNamed("Ann");
    const bea = await agentNamed("Bea");
    const lead = await archivedOf(ann);
    await set(ann, { on_vacation: true });
    await brokerage.report(lead, reEngaged);
    expect((await auditOf(lintel, "lead", lead)).slice(-2)).toMatchObject([
      { after: { stage: "CONTACTING", last_event: "lead_re_engaged" } },
      {
        actor_name: "broker key",
        brokerage_id: brokerage.id,
        before: { assigned_agent_id: ann.id },
        after: { assigned_agent_id: bea.id },
      },
    ]);
  });

  it("is answered with its timeline to the agent whom it leaves with it, who sees it no more", async () => {
    const ann = await agentNamed("Ann");
    await agentNamed("Bea");
    const lead = await archivedOf(ann);
    const key = await lintel.createKey("agent", { brokerageId: brokerage.id, agentId: ann.id });
    await set(ann, { on_vacation: true });
    const reply = await brokerage.postEvent(lead, reEngaged, key);
    expect([reply.status, names(reply.body.events).at(-1)]).toEqual([200, "agent_reassigned"]);
    expect((await brokerage.postEvent(lead, { event_type: "motivation_confirmed" }, key)).status).toBe(404);
  });

  it("no other event changes who has a lead", async () => {
    const ann = await agentNamed("Ann");
    await agentNamed("Bea");
    const lead = await brokerage.leadIn("TRASHED");
    await give(lead, ann);
    await set(ann, { on_vacation: true });
    await brokerage.report(lead, { event_type: "contact_info_updated" });
    await brokerage.report(lead, { event_type: "contact_attempted", channel: "call" });
    expect((await brokerage.detail(lead)).assigned_agent).toEqual(ann);
  });
});
