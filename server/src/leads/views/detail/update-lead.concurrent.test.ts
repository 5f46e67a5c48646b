import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf } from "../../../../test/harness/brokerage-fixture.ts";
import { type LeadFixture, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

describe("many updateLead at once", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLeads(lintel, "north");
  });
  afterAll(() => lintel.close());

  it("lose nothing: each changes its own field and no other", async () => {
    const lead = await brokerage.makeLead();
    const changes = [
      { first_name: "Augusta" },
      { last_name: "King" },
      { email: "augusta@visitors.test" },
      { phone: "208-555-0199" },
      { notes: "Prefers mornings" },
      { pipeline_type: "seller" },
      { assigned_agent_id: brokerage.ann.id },
    ];
    const replies = await Promise.all(changes.map((change) => brokerage.patch(lead, change)));
    expect(replies.map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect((await brokerage.read(lead)).body).toMatchObject(Object.assign({}, ...changes));
    expect(await auditOf(lintel, "lead", lead)).toHaveLength(changes.length);
  });

  it("assign one after the other: the timeline tells from whom to whom, without a gap, up to who has it now", async () => {
    const lead = await brokerage.makeLead();
    const agents = await Promise.all(Array.from({ length: 8 }, (_, nth) => brokerage.hire(`Agent${nth}`)));
    const replies = await Promise.all(
      agents.map(({ id }) => brokerage.patch(lead, { assigned_agent_id: id })),
    );
    expect(replies.map(({ status }) => status)).toEqual(agents.map(() => 200));
    const [, ...rows] = await brokerage.timeline(lead);
    const payloads = rows.map(
      ({ payload }) => payload as { agent_id: number; previous_agent_id: number | null },
    );
    expect(payloads.map((row) => row.agent_id).toSorted()).toEqual(agents.map(({ id }) => id).toSorted());
    expect(payloads.map((row) => row.previous_agent_id)).toEqual([
      null,
      ...payloads.slice(0, -1).map((row) => row.agent_id),
    ]);
    expect(rows.map(({ event_type }) => event_type)).toEqual([
      "agent_assigned",
      ...agents.slice(1).map(() => "agent_reassigned"),
    ]);
    expect((await brokerage.read(lead)).body.assigned_agent_id).toBe(payloads.at(-1)?.agent_id);
  });

  it("and a transition do not undo each other", async () => {
    const lead = await brokerage.makeLead();
    const called = lintel.call(`/api/v1/admin/leads/${lead}/transitions`, {
      method: "POST",
      key: brokerage.broker,
      body: { event_type: "contact_attempted", channel: "call" },
    });
    const notes = Array.from({ length: 5 }, (_, nth) => brokerage.patch(lead, { notes: `Note ${nth}` }));
    const replies = await Promise.all([called, ...notes]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect((await brokerage.read(lead)).body).toMatchObject({
      stage: "CONTACTING",
      status: "contacted",
      notes: expect.stringMatching(/^Note \d$/),
    });
  });
});
