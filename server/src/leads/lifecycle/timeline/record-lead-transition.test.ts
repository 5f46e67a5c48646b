import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { LEADS, type LifecycleFixture, openLifecycle } from "../../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const called = { event_type: "contact_attempted", channel: "call" };
const notFound = [404, { detail: "Lead not found" }];

describe("recordLeadTransition", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openLifecycle(lintel, `desk-${++made}`);
  });

  /** An agent of the office who has the lead, and the agent's key. */
  const assignedTo = async (lead: number) => {
    const { id } = await lintel.createAgent(brokerage.id);
    await lintel.database.db
      .updateTable("leads")
      .set({ assigned_agent_id: id })
      .where("id", "=", lead)
      .execute();
    return lintel.createKey("agent", { brokerageId: brokerage.id, agentId: id });
  };

  it("answers the refreshed timeline, the same that is read afterwards", async () => {
    const lead = await brokerage.createLead();
    lintel.clock.advance(30_000);
    const reply = await brokerage.postEvent(lead, { ...called, note: "  Left a message  " });
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        lead_id: lead,
        stage: "CONTACTING",
        events: [
          expect.objectContaining({ event_type: "contact_form_submission" }),
          {
            id: expect.any(Number),
            event_type: "contact_attempted",
            from_stage: "NEW",
            to_stage: "CONTACTING",
            reason_code: null,
            note: "Left a message",
            channel: "call",
            occurred_at: lintel.clock.now().toISOString(),
            actor_entered_at: null,
            actor: { type: "api_key", id: expect.any(Number), name: "broker key" },
            payload: {},
          },
        ],
        available_transitions: ["motivation_confirmed", "timeout_no_response", "bogus_contact_detected"],
        warnings: [],
      },
    ]);
    expect(await brokerage.timeline(lead)).toEqual(reply.body);
  });

  it("leaves an audit row with who moved the lead, and where", async () => {
    const lead = await brokerage.leadIn("CONTACTING");
    await brokerage.report(lead, { event_type: "motivation_confirmed" });
    expect((await auditOf(lintel, "lead", lead)).at(-1)).toEqual({
      action: "update",
      actor_name: "broker key",
      brokerage_id: brokerage.id,
      before: { stage: "CONTACTING", last_event: null },
      after: { stage: "QUALIFIED", last_event: "motivation_confirmed" },
    });
  });

  it("leaves nothing behind when it is refused: no timeline row, no audit row, no change", async () => {
    const lead = await brokerage.leadIn("CONTACTING");
    const state = async () => [
      await brokerage.detail(lead),
      await brokerage.timeline(lead),
      await auditOf(lintel, "lead", lead),
    ];
    const before = await state();
    for (const [event, status] of [
      [{ event_type: "bogus_contact_detected" }, 400],
      [{ event_type: "closing_complete" }, 409],
      [{ event_type: "motivation_confirmed", occurred_at: "2030-01-01T00:00:00Z" }, 422],
    ] as const) {
      expect((await brokerage.postEvent(lead, event)).status).toBe(status);
    }
    expect(await state()).toEqual(before);
  });

  it("is for the agent who has the lead, its brokers and admins; for others it does not exist", async () => {
    const lead = await brokerage.createLead();
    const other = await openLifecycle(lintel, `other-${made}`);
    const colleague = await lintel.createAgent(brokerage.id);
    const strangers = [
      other.broker,
      other.agent,
      brokerage.agent,
      await lintel.createKey("broker"),
      await lintel.createKey("agent", { brokerageId: brokerage.id, agentId: colleague.id }),
    ];
    for (const key of strangers)
      expect(outcome(await brokerage.postEvent(lead, called, key))).toEqual(notFound);
    expect((await brokerage.detail(lead)).stage).toBe("NEW");

    expect((await brokerage.postEvent(lead, called, await assignedTo(lead))).status).toBe(200);
    const admin = await lintel.createKey("admin");
    expect((await brokerage.postEvent(lead, { event_type: "motivation_confirmed" }, admin)).status).toBe(200);
  });

  it("knows the agent of an account without an agent record by its email", async () => {
    const lead = await brokerage.createLead();
    const key = await lintel.createKey("agent", { brokerageId: brokerage.id });
    const { id } = await lintel.createAgent(brokerage.id, { email: "agent key" });
    await lintel.database.db
      .updateTable("leads")
      .set({ assigned_agent_id: id })
      .where("id", "=", lead)
      .execute();
    expect((await brokerage.postEvent(lead, called, key)).status).toBe(200);
  });

  it("is refused while the brokerage is disabled, for admins too", async () => {
    const lead = await brokerage.createLead();
    const admin = await lintel.createKey("admin");
    await lintel.call(`/api/admin/brokerages/${brokerage.id}`, { method: "DELETE", key: admin });
    expect(outcome(await brokerage.postEvent(lead, called, admin))).toEqual(notFound);
  });

  it("judges the request first, then the lead, then the stage, then the time", async () => {
    const lead = await brokerage.createLead();
    const late = { occurred_at: "2030-01-01T00:00:00Z" };
    const missing = 2_147_483_647;
    expect((await brokerage.postEvent(missing, { event_type: "because", ...late })).status).toBe(400);
    expect((await brokerage.postEvent(missing, { event_type: "contact_attempted", ...late })).status).toBe(
      400,
    );
    expect(
      (await brokerage.postEvent(missing, { ...called, occurred_at: "2026-06-15T23:59:60Z" })).status,
    ).toBe(400);
    expect((await brokerage.postEvent(missing, { ...called, ...late })).status).toBe(404);
    expect((await brokerage.postEvent(lead, { event_type: "closing_complete", ...late })).status).toBe(409);
    expect((await brokerage.postEvent(lead, { ...called, ...late })).status).toBe(422);
    for (const id of ["0", "x", "2147483648"]) {
      const reply = await lintel.call(`${LEADS}/${id}/transitions`, {
        method: "POST",
        key: brokerage.broker,
        body: called,
      });
      expect([id, reply.status]).toEqual([id, 422]);
    }
  });

  it("lets one win of many who report at once: every step has one row, the rest are 409", async () => {
    const lead = await brokerage.createLead();
    const replies = await Promise.all(Array.from({ length: 12 }, () => brokerage.postEvent(lead, called)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(11);
    const { events } = await brokerage.timeline(lead);
    expect(events.map((event: { event_type: string }) => event.event_type)).toEqual([
      "contact_form_submission",
      "contact_attempted",
    ]);
  });

  it("follows an event that a process with a clock a little ahead has written", async () => {
    const lead = await brokerage.leadIn("CONTACTING");
    lintel.clock.advance(-250);
    const { events, stage } = await brokerage.report(lead, { event_type: "motivation_confirmed" });
    expect(stage).toBe("QUALIFIED");
    const [, before, after] = events;
    expect(after).toMatchObject({ occurred_at: before.occurred_at, actor_entered_at: null });
    lintel.clock.advance(250);
  });
});
