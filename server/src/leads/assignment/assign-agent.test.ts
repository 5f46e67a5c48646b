import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LifecycleFixture, openLifecycle } from "../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { assignableAgent } from "../../agents/index.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { lockLead } from "../lead-scope.ts";
import { assignAgent } from "./assign-agent.ts";

type Agent = { id: number; name: string };

describe("assignAgent", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  let ann: Agent;
  let bea: Agent;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLifecycle(lintel, "assigning");
    // Nothing is routed to them: who gets a lead here is given it by hand.
    const agent = async (name: string) => ({
      id: (await lintel.createAgent(brokerage.id, { name, accepting_leads: false })).id,
      name,
    });
    ann = await agent("Ann");
    bea = await agent("Bea");
  });
  afterAll(() => lintel.close());

  const assign = (lead: number, agent: Agent | null, options?: { note?: string | null; payload?: object }) =>
    inTransaction(lintel.ctx, async (ctx) => {
      const assignee =
        agent && (await assignableAgent(ctx.db, { brokerageId: brokerage.id, agentId: agent.id }));
      return assignAgent(ctx, await lockLead(ctx, lead), assignee, options);
    });
  const rows = async (lead: number) =>
    (await brokerage.timeline(lead)).events
      .slice(1)
      .map(({ event_type, note, payload }: Record<string, unknown>) => ({ event_type, note, payload }));
  const row = (
    event_type: string,
    agent: Agent | null,
    previous: Agent | null,
    note: string | null = null,
  ) => ({
    event_type,
    note,
    payload: {
      agent_id: agent?.id ?? null,
      agent_name: agent?.name ?? null,
      previous_agent_id: previous?.id ?? null,
    },
  });

  it("writes agent_assigned the first time and agent_reassigned afterwards, also when the agent is removed or set again", async () => {
    const lead = await brokerage.createLead();
    for (const agent of [ann, bea, null, ann]) await assign(lead, agent);
    expect(await rows(lead)).toEqual([
      row("agent_assigned", ann, null),
      row("agent_reassigned", bea, ann),
      row("agent_reassigned", null, bea),
      row("agent_reassigned", ann, null),
    ]);
  });

  it("returns the lead as it is now, which is what is stored", async () => {
    const lead = await brokerage.createLead();
    lintel.clock.advance(1000);
    const now = lintel.clock.now();
    expect(await assign(lead, ann)).toMatchObject({ id: lead, assigned_agent_id: ann.id, updated_at: now });
    expect((await brokerage.detail(lead)).assigned_agent).toEqual(ann);
    expect(await assign(lead, null)).toMatchObject({ assigned_agent_id: null });
    expect((await brokerage.detail(lead)).assigned_agent).toBeNull();
  });

  it("writes no row and changes nothing when the assignment is the same already", async () => {
    const lead = await brokerage.createLead();
    await assign(lead, null);
    expect(await rows(lead)).toEqual([]);
    await assign(lead, ann);
    const before = [await brokerage.detail(lead), await rows(lead)];
    lintel.clock.advance(1000);
    await assign(lead, ann, { note: "Again" });
    expect([await brokerage.detail(lead), await rows(lead)]).toMatchObject([
      { updated_at: before[0].updated_at },
      before[1],
    ]);
  });

  it("keeps the note, and what else the caller knows beside who has it and who had it", async () => {
    const lead = await brokerage.createLead();
    await assign(lead, ann, { note: "Speaks Spanish", payload: { reason: "by hand" } });
    const { payload, ...rowFields } = row("agent_assigned", ann, null, "Speaks Spanish");
    expect(await rows(lead)).toEqual([{ ...rowFields, payload: { ...payload, reason: "by hand" } }]);
  });
});
