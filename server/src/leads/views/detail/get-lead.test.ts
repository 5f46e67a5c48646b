import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { type LeadFixture, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const missing = [404, { detail: "Lead not found" }];

describe("getLead", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLeads(lintel, "north");
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  it("answers everything that is known of the lead", async () => {
    const now = lintel.clock.now().toISOString();
    const due = "2026-07-01T09:00:00.000Z";
    const lead = await brokerage.makeLead({
      assigned_agent_id: brokerage.ann.id,
      notes: "Called twice",
      utm_source: "news",
      utm_medium: "email",
      utm_campaign: "june",
      registration_status: "new",
      suspicions: ["flood"],
      follow_up_due_at: due,
      follow_up_source: "agent",
      follow_up_note: "Ask about the yard",
    });
    await lintel.database.db
      .insertInto("lead_flags")
      .values([
        { lead_id: lead, flag: "do_not_text", set_at: now, set_by: "test" },
        { lead_id: lead, flag: "dnc", set_at: now, set_by: "test", cleared_at: now },
      ])
      .execute();
    expect(outcome(await brokerage.read(lead))).toEqual([
      200,
      {
        id: lead,
        lead_id: lead,
        brokerage_id: brokerage.id,
        first_name: "Ada",
        last_name: "Lovelace",
        email: "ada@visitors.test",
        phone: "(208) 555-0101",
        subject: "A question",
        name: "Ada Lovelace",
        message: "Hello",
        notes: "Called twice",
        preferences: null,
        source: "manual",
        source_domain: "admin-manual",
        source_page: "/admin/leads",
        utm_source: "news",
        utm_medium: "email",
        utm_campaign: "june",
        pipeline_type: "buyer",
        stage: "NEW",
        stage_entered_at: now,
        status: "new",
        buyer_status: "lead",
        seller_status: null,
        registration_status: "new",
        assigned_agent_id: brokerage.ann.id,
        assigned_agent: { id: brokerage.ann.id, name: "Ann" },
        temperature: { score: 0, band: "cold" },
        flags: ["do_not_text"],
        tags: [],
        follow_up: { due_at: due, note: "Ask about the yard", source: "agent", reminded_at: null },
        sla: { target_seconds: 300, remaining_seconds: 300, breached_at: null },
        suspect: ["flood"],
        unverified_contacts: 0,
        first_response_at: null,
        available_transitions: ["contact_attempted", "bogus_contact_detected"],
        may_receive: {
          email: { allowed: true, reason: null },
          marketing_email: { allowed: true, reason: null },
          text: { allowed: false, reason: "No Text" },
          call: { allowed: true, reason: null },
        },
        created_at: now,
        last_contact: now,
        updated_at: now,
      },
    ]);
  });

  it("counts the response clock down, and on after the breach", async () => {
    const lead = await brokerage.makeLead();
    const clock = async () => (await brokerage.read(lead)).body.sla;
    lintel.clock.advance(100_000);
    expect(await clock()).toEqual({ target_seconds: 300, remaining_seconds: 200, breached_at: null });
    lintel.clock.advance(260_000);
    expect(await clock()).toEqual({
      target_seconds: 300,
      remaining_seconds: -60,
      breached_at: new Date(lintel.clock.now().getTime() - 60_000).toISOString(),
    });
  });

  it("answers to the lead's agent, whether known by id or by email, to brokers and to admins", async () => {
    for (const { id, key } of [brokerage.ann, brokerage.bob]) {
      const lead = await brokerage.makeLead({ assigned_agent_id: id });
      for (const each of [key, brokerage.broker, admin])
        expect((await brokerage.read(lead, each)).status).toBe(200);
    }
  });

  it("answers a colleague's lead, and an unassigned one, as a missing one", async () => {
    const anns = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    const unassigned = await brokerage.makeLead();
    expect(outcome(await brokerage.read(anns, brokerage.bob.key))).toEqual(missing);
    expect(outcome(await brokerage.read(unassigned, brokerage.ann.key))).toEqual(missing);
    // A key of an agent whose name is not an agent's email.
    for (const lead of [anns, unassigned])
      expect(outcome(await brokerage.read(lead, brokerage.agent))).toEqual(missing);
  });

  it("answers another tenant's lead as a missing one", async () => {
    const lead = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    const other = await openLeads(lintel, "south");
    const unbound = await lintel.createKey("broker");
    for (const key of [other.broker, other.ann.key, other.bob.key, unbound]) {
      expect(outcome(await brokerage.read(lead, key))).toEqual(missing);
    }
    expect(outcome(await brokerage.read(2_147_483_647, admin))).toEqual(missing);
  });

  it("does not know an agent by the email of a disabled record", async () => {
    const place = await openLeads(lintel, "left");
    const lead = await place.makeLead({ assigned_agent_id: place.bob.id });
    expect((await place.read(lead, place.bob.key)).status).toBe(200);
    await lintel.call(`/api/admin/agents/${place.bob.id}`, { method: "DELETE", key: admin });
    expect(outcome(await place.read(lead, place.bob.key))).toEqual(missing);
    expect((await place.read(lead)).body.assigned_agent).toEqual({ id: place.bob.id, name: "Bob" });
  });

  it("shows a disabled brokerage's lead to admins alone", async () => {
    const closed = await openLeads(lintel, "closed");
    const lead = await closed.makeLead({ assigned_agent_id: closed.ann.id });
    await closed.disable();
    for (const key of [closed.broker, closed.ann.key, closed.bob.key]) {
      expect(outcome(await closed.read(lead, key))).toEqual(missing);
    }
    expect((await closed.read(lead, admin)).status).toBe(200);
  });

  it.each(["0", "x", "1.5", "2147483648"])("refuses %s, which no lead has for an id", async (id) => {
    const { status, body } = await lintel.call(`/api/v1/admin/leads/${id}`, { key: brokerage.broker });
    expect([status, body.detail[0].loc]).toEqual([422, ["path", "lead_id"]]);
  });
});
