import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { openRouting, type RoutingFixture } from "../../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const bob = { name: "Bob Visitor", email: "bob@visitors.test", phone: "(208) 555-0101" };

describe("registerClient", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `registering-${++made}`);
  });

  const timeline = async (lead: number) =>
    (await lintel.call(`/api/v1/admin/leads/${lead}/transitions`, { key: brokerage.broker })).body;

  it("answers the lead and the agent who has it", async () => {
    const ann = await brokerage.hire("Ann Agent", { email: "ann@agents.test", phone: "(208) 555-0199" });
    expect(outcome(await brokerage.register(bob))).toEqual([
      200,
      {
        success: true,
        lead_id: expect.stringMatching(/^\d+$/),
        assigned_agent: {
          id: String(ann),
          name: "Ann Agent",
          email: "ann@agents.test",
          phone: "(208) 555-0199",
        },
      },
    ]);
  });

  it("answers without an agent while none is eligible, and stores the lead", async () => {
    await brokerage.hire("Ann", { on_vacation: true });
    const { status, body } = await brokerage.register(bob);
    expect([status, body.success, body.assigned_agent]).toEqual([200, true, null]);
    expect((await brokerage.lead(body.lead_id)).body).toMatchObject({
      assigned_agent_id: null,
      registration_status: "new",
    });
  });

  it("makes a lead with everything that is known of a registration", async () => {
    const ann = await brokerage.hire("Ann");
    const { id } = await brokerage.registered(bob);
    const now = lintel.clock.now().toISOString();
    expect((await brokerage.lead(id)).body).toMatchObject({
      id,
      brokerage_id: brokerage.id,
      name: "Bob Visitor",
      first_name: "Bob",
      last_name: "Visitor",
      email: "bob@visitors.test",
      phone: "(208) 555-0101",
      source: "website_registration",
      source_domain: brokerage.host,
      status: "new",
      stage: "NEW",
      pipeline_type: "buyer",
      registration_status: "assigned",
      assigned_agent_id: ann,
      preferences: {},
      notes: "",
      suspect: [],
      temperature: { score: 15, band: "cold" },
      sla: { target_seconds: 300, remaining_seconds: 300, breached_at: null },
      created_at: now,
      last_contact: now,
    });
  });

  it("begins its timeline as a form that came in, and then tells who got it", async () => {
    const ann = await brokerage.hire("Ann");
    const { id } = await brokerage.registered(bob);
    expect((await timeline(id)).events).toMatchObject([
      {
        event_type: "contact_form_submission",
        from_stage: null,
        to_stage: "NEW",
        actor: { type: "visitor", name: "website visitor" },
        payload: { intake: "website_registration" },
      },
      {
        event_type: "agent_assigned",
        actor: { type: "system", name: "system" },
        payload: { agent_id: ann, agent_name: "Ann", previous_agent_id: null, reason: "routed" },
      },
    ]);
  });

  it("mails to the agent and to the visitor, once each", async () => {
    await brokerage.hire("Ann", { email: "ann@agents.test" });
    const { id } = await brokerage.registered(bob);
    const mails = lintel.database.db.selectFrom("messages").where("lead_id", "=", id);
    expect(await mails.select(["kind", "recipient"]).orderBy("kind").execute()).toEqual([
      { kind: "new_lead", recipient: "ann@agents.test" },
      { kind: "welcome", recipient: "bob@visitors.test" },
    ]);
  });

  it("trims what is entered, and keeps the email in lower case", async () => {
    const { id } = await brokerage.registered({
      name: "  Bob Visitor ",
      email: " Bob@Visitors.TEST ",
      phone: " +1 (208) 555-0101  ",
    });
    expect((await brokerage.lead(id)).body).toMatchObject({
      name: "Bob Visitor",
      email: "bob@visitors.test",
      phone: "+1 (208) 555-0101",
    });
  });

  it.each([
    ["Bobby <script>alert(1)</script>", "Bobby", "<script>alert(1)</script>"],
    ["Zoë Ødegård", "Zoë", "Ødegård"],
    ["山田 太郎", "山田", "太郎"],
    ["Robert'); drop table leads; --", "Robert'); drop table leads;", "--"],
    ["Bob\r\nBcc: all@visitors.test", "Bob Bcc:", "all@visitors.test"],
    ["🏡", "🏡", ""],
    [",", ",", ""],
  ])("takes any characters for a name: %j", async (name, first_name, last_name) => {
    const { id } = await brokerage.registered({ name });
    expect((await brokerage.lead(id)).body).toMatchObject({ name, first_name, last_name });
  });

  it("shows a name that staff have corrected as they did", async () => {
    const { id } = await brokerage.registered({ name: "bob  visitor" });
    expect((await brokerage.lead(id)).body.name).toBe("bob  visitor");
    const path = `/api/v1/admin/leads/${id}`;
    const body = { first_name: "Robert", last_name: "Visitor" };
    expect((await lintel.call(path, { method: "PATCH", key: brokerage.broker, body })).body).toMatchObject({
      ...body,
      name: "Robert Visitor",
    });
  });

  it("is done once however often it is sent with one Idempotency-Key", async () => {
    await brokerage.hire("Ann");
    const key = { "idempotency-key": `registering-${made}` };
    const first = await brokerage.register(bob, key);
    const again = await brokerage.register(bob, key);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(outcome(again)).toEqual(outcome(first));
    expect((await timeline(first.body.lead_id)).events).toHaveLength(2);
  });
});
