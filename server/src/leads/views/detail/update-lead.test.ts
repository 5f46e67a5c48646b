import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { type LeadFixture, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const missing = [404, { detail: "Lead not found" }];

describe("updateLead", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLeads(lintel, "north");
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const updates = async (lead: number) =>
    (await auditOf(lintel, "lead", lead)).map(({ action, before, after }) => ({ action, before, after }));

  it("keeps notes and corrections, answers the full lead, and leaves what is not said", async () => {
    const lead = await brokerage.makeLead({ notes: "Old" });
    const before = (await brokerage.read(lead)).body;
    lintel.clock.advance(1000);
    const corrections = {
      first_name: " Augusta ",
      last_name: "King",
      email: "augusta@visitors.test",
      phone: "208-555-0199",
      notes: "Prefers mornings",
    };
    const { status, body } = await brokerage.patch(lead, corrections);
    expect([status, body]).toEqual([
      200,
      {
        ...before,
        ...corrections,
        first_name: "Augusta",
        name: "Augusta King",
        sla: { ...before.sla, remaining_seconds: 299 },
        updated_at: lintel.clock.now().toISOString(),
      },
    ]);
    expect((await brokerage.read(lead)).body).toEqual(body);
    expect((await brokerage.patch(lead, { last_name: "Byron" })).body).toMatchObject({
      first_name: "Augusta",
      last_name: "Byron",
      notes: "Prefers mornings",
    });
  });

  it.each([null, "", "  "])("clears phone and notes with %j", async (nothing) => {
    const lead = await brokerage.makeLead({ notes: "Old" });
    expect((await brokerage.patch(lead, { phone: nothing, notes: nothing })).body).toMatchObject({
      phone: null,
      notes: null,
      may_receive: { text: { allowed: false, reason: "No phone number" } },
    });
  });

  it("leaves one audit row of who changed what", async () => {
    const lead = await brokerage.makeLead();
    await brokerage.patch(lead, { notes: "Called", last_name: "King", assigned_agent_id: brokerage.ann.id });
    expect(await auditOf(lintel, "lead", lead)).toEqual([
      {
        action: "update",
        actor_name: "broker key",
        brokerage_id: brokerage.id,
        before: { last_name: "Lovelace", notes: null, assigned_agent_id: null },
        after: { last_name: "King", notes: "Called", assigned_agent_id: brokerage.ann.id },
      },
    ]);
  });

  it("changes nothing where nothing is new: no audit row, no timeline row, no updated_at", async () => {
    const lead = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id, notes: "Same" });
    const before = (await brokerage.read(lead)).body;
    lintel.clock.advance(1000);
    for (const same of [{}, { notes: "Same" }, { ...before }]) {
      const { status, body } = await brokerage.patch(lead, { ...same, reassign_reason: "Why not" });
      expect([status, body.updated_at, body.notes]).toEqual([200, before.updated_at, "Same"]);
    }
    expect(await updates(lead)).toEqual([]);
    expect((await brokerage.timeline(lead)).map(({ event_type }) => event_type)).toEqual(["manual_entry"]);
  });

  it("tells assignments on the timeline, with the reason as the row's note", async () => {
    const lead = await brokerage.makeLead();
    const to = (assigned_agent_id: number | null, reassign_reason?: string) =>
      brokerage.patch(lead, { assigned_agent_id, ...(reassign_reason !== undefined && { reassign_reason }) });
    expect((await to(brokerage.ann.id)).body.assigned_agent).toEqual({ id: brokerage.ann.id, name: "Ann" });
    expect((await to(brokerage.bob.id, "Ann is away")).body.assigned_agent_id).toBe(brokerage.bob.id);
    expect((await to(brokerage.bob.id, "Again")).status).toBe(200);
    expect((await to(null, " ")).body).toMatchObject({ assigned_agent_id: null, assigned_agent: null });
    expect(await brokerage.timeline(lead)).toMatchObject([
      { event_type: "manual_entry" },
      {
        event_type: "agent_assigned",
        note: null,
        payload: { agent_id: brokerage.ann.id, agent_name: "Ann" },
      },
      {
        event_type: "agent_reassigned",
        note: "Ann is away",
        payload: { agent_id: brokerage.bob.id, previous_agent_id: brokerage.ann.id },
      },
      {
        event_type: "agent_reassigned",
        note: null,
        payload: { agent_id: null, previous_agent_id: brokerage.bob.id },
      },
    ]);
  });

  it("lets agents hand their own lead on: they read it a last time, then it is another's", async () => {
    const lead = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    const handOn = { assigned_agent_id: brokerage.bob.id, reassign_reason: "Closer to Bob" };
    const { status, body } = await brokerage.patch(lead, handOn, brokerage.ann.key);
    expect([status, body.assigned_agent.name, body.message]).toEqual([200, "Bob", "Hello"]);
    expect(outcome(await brokerage.read(lead, brokerage.ann.key))).toEqual(missing);
    expect(outcome(await brokerage.patch(lead, handOn, brokerage.ann.key))).toEqual(missing);
    expect((await brokerage.patch(lead, { notes: "Mine now" }, brokerage.bob.key)).body.notes).toBe(
      "Mine now",
    );
  });

  it.each([
    ["NEW", "lead", "lead"],
    ["CONTACTING", "lead", "lead"],
  ])(
    "turns a buyer into a seller in %s, and leaves the buyer's status alone",
    async (stage, buyer, seller) => {
      const lead = await brokerage.makeLead({ stage, buyer_status: "from before" });
      expect((await brokerage.patch(lead, { pipeline_type: "seller" })).body).toMatchObject({
        pipeline_type: "seller",
        stage,
        buyer_status: "from before",
        seller_status: seller,
      });
      expect((await brokerage.patch(lead, { pipeline_type: "buyer" })).body).toMatchObject({
        pipeline_type: "buyer",
        buyer_status: buyer,
        seller_status: seller,
      });
      expect(await updates(lead)).toMatchObject([
        { before: { pipeline_type: "buyer" }, after: { pipeline_type: "seller" } },
        { before: { pipeline_type: "seller" }, after: { pipeline_type: "buyer" } },
      ]);
    },
  );

  it("offers a seller's way from then on", async () => {
    const lead = await brokerage.makeLead();
    await brokerage.patch(lead, { pipeline_type: "seller" });
    const bodies = [
      { event_type: "contact_attempted", channel: "call" },
      { event_type: "motivation_confirmed" },
    ];
    for (const body of bodies) {
      await lintel.call(`/api/v1/admin/leads/${lead}/transitions`, { method: "POST", key: admin, body });
    }
    expect((await brokerage.read(lead)).body).toMatchObject({
      stage: "QUALIFIED",
      seller_status: "preparing",
      buyer_status: "lead",
      available_transitions: ["listing_agreement_signed"],
    });
  });

  it("is for the lead's agent, however known, the brokers and admins", async () => {
    for (const { id, key } of [brokerage.ann, brokerage.bob]) {
      const lead = await brokerage.makeLead({ assigned_agent_id: id });
      for (const [nth, each] of [key, brokerage.broker, admin].entries()) {
        expect((await brokerage.patch(lead, { notes: `Note ${nth}` }, each)).body.notes).toBe(`Note ${nth}`);
      }
    }
  });

  it("answers a colleague's, another tenant's and a disabled brokerage's lead as a missing one", async () => {
    const lead = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    const other = await openLeads(lintel, "south");
    for (const key of [brokerage.bob.key, brokerage.agent, other.broker, other.ann.key]) {
      expect(outcome(await brokerage.patch(lead, { notes: "x" }, key))).toEqual(missing);
    }
    expect(outcome(await brokerage.patch(2_147_483_647, { notes: "x" }, admin))).toEqual(missing);
    const closed = await other.makeLead({ assigned_agent_id: other.ann.id });
    await other.disable();
    for (const key of [other.broker, other.ann.key, admin]) {
      expect(outcome(await other.patch(closed, { notes: "x" }, key))).toEqual(missing);
    }
    expect((await brokerage.read(lead)).body.notes).toBeNull();
  });
});
