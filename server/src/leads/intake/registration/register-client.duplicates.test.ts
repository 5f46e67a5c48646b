import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendForm } from "../../../../test/harness/contact-form.ts";
import { openRouting, type RoutingFixture } from "../../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const bob = { name: "Bob Visitor", email: "bob@visitors.test", phone: "208-555-0101" };
const wife = { name: "Bea Visitor", email: "bob@visitors.test" };

describe("registerClient, a person who registers again", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `again-${++made}`);
  });

  const detail = async (id: number) => (await brokerage.lead(id)).body;
  const happened = async (id: number) =>
    (await lintel.call(`/api/v1/admin/leads/${id}/transitions`, { key: brokerage.broker })).body.events.map(
      ({ event_type, payload }: { event_type: string; payload: { reason?: string } }) =>
        payload.reason ? `${event_type}: ${payload.reason}` : event_type,
    );
  const mails = async (id: number) =>
    (await lintel.database.db.selectFrom("messages").select("kind").where("lead_id", "=", id).execute())
      .length;
  const total = async () => (await lintel.call("/api/v1/admin/leads", { key: brokerage.broker })).body.total;

  describe("with the same email and name", () => {
    it.each([HOUR, 3 * DAY])("is the same lead, which was in contact again, after %d ms", async (later) => {
      await brokerage.hire("Ann");
      await brokerage.hire("Bob");
      const first = await brokerage.registered(bob);
      const before = await detail(first.id);
      lintel.clock.advance(later);
      expect(await brokerage.registered(bob)).toEqual(first);
      expect(await total()).toBe(1);
      const after = await detail(first.id);
      expect(after.last_contact).toBe(lintel.clock.now().toISOString());
      expect(after).toMatchObject({
        created_at: before.created_at,
        assigned_agent_id: before.assigned_agent_id,
        stage: "NEW",
        registration_status: "assigned",
      });
      expect(await happened(first.id)).toEqual(["contact_form_submission", "agent_assigned: routed"]);
      expect(await mails(first.id)).toBe(2);
      expect(await brokerage.nextAgents(1)).toEqual(["Bob"]);
    });

    it.each([
      ["another case", { name: "BOB visitor", email: "BOB@Visitors.test" }],
      ["spaces around it", { name: "  Bob Visitor  ", email: " bob@visitors.test" }],
    ])("is the same lead with %s", async (_, spelled) => {
      const { id } = await brokerage.registered(bob);
      expect((await brokerage.registered(spelled)).id).toBe(id);
      expect((await detail(id)).name).toBe("Bob Visitor");
    });

    it("is routed when no agent was eligible a day ago or more, and not sooner", async () => {
      const ann = await brokerage.hire("Ann", { on_vacation: true });
      const { id } = await brokerage.registered(bob);
      await brokerage.updateAgent(ann, { on_vacation: false });
      lintel.clock.advance(DAY - 1);
      expect(await brokerage.registered(bob)).toEqual({ id, agent: null });
      lintel.clock.advance(DAY);
      expect(await brokerage.registered(bob)).toEqual({ id, agent: "Ann" });
      expect(await happened(id)).toEqual(["contact_form_submission", "agent_assigned: routed"]);
      expect((await detail(id)).registration_status).toBe("assigned");
    });

    it("goes to another agent when its own has left a day ago or more", async () => {
      const ann = await brokerage.hire("Ann");
      const { id } = await brokerage.registered(bob);
      await brokerage.hire("Bea");
      await lintel.database.db
        .updateTable("agents")
        .set({ status: "inactive" })
        .where("id", "=", ann)
        .execute();
      lintel.clock.advance(HOUR);
      expect(await brokerage.registered(bob)).toEqual({ id, agent: null });
      lintel.clock.advance(DAY);
      expect(await brokerage.registered(bob)).toEqual({ id, agent: "Bea" });
      expect((await happened(id)).at(-1)).toBe("agent_reassigned: routed");
    });

    it("warms the lead up after a day, and tells the agent of one that has left the pipeline", async () => {
      await brokerage.hire("Ann", { email: "ann@agents.test" });
      const { id } = await brokerage.registered(bob);
      const report = (body: object) =>
        lintel.call(`/api/v1/admin/leads/${id}/transitions`, { method: "POST", key: brokerage.broker, body });
      lintel.clock.advance(2 * DAY);
      await brokerage.registered(bob);
      expect((await detail(id)).temperature.score).toBeGreaterThan(25);
      expect(await mails(id)).toBe(2);
      await report({ event_type: "contact_attempted", channel: "call" });
      await report({ event_type: "timeout_no_response" });
      lintel.clock.advance(2 * DAY);
      await brokerage.registered(bob);
      await brokerage.registered(bob);
      const { kind, recipient } = await lintel.database.db
        .selectFrom("messages")
        .select(["kind", "recipient"])
        .where("lead_id", "=", id)
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
      expect([kind, recipient, await mails(id)]).toEqual(["lead_returned", "ann@agents.test", 3]);
    });

    it("stays unassigned when staff removed its agent", async () => {
      await brokerage.hire("Ann");
      const { id } = await brokerage.registered(bob);
      await lintel.call(`/api/v1/admin/leads/${id}`, {
        method: "PATCH",
        key: brokerage.broker,
        body: { assigned_agent_id: null },
      });
      lintel.clock.advance(3 * DAY);
      expect(await brokerage.registered(bob)).toEqual({ id, agent: null });
    });

    it("is the same lead however the keyboard writes an é", async () => {
      const [one, other] = ["Zo\u00eb Andr\u00e9", "ZOE\u0308 ANDRE\u0301"];
      const { id } = await brokerage.registered({ ...bob, name: one });
      expect((await brokerage.registered({ ...bob, name: other })).id).toBe(id);
    });

    it("is the same lead by the name that staff have corrected, and by the one that was entered", async () => {
      const { id } = await brokerage.registered({ ...bob, name: "Bbo Visitor" });
      const body = { first_name: "Bob" };
      await lintel.call(`/api/v1/admin/leads/${id}`, { method: "PATCH", key: brokerage.broker, body });
      expect((await brokerage.registered(bob)).id).toBe(id);
      expect((await brokerage.registered({ ...bob, name: "Bbo Visitor" })).id).toBe(id);
    });

    it("keeps the lead's phone, and stores another one as an unverified contact", async () => {
      const { id } = await brokerage.registered(bob);
      for (const phone of [undefined, null, "  "]) {
        await brokerage.registered({ ...bob, phone });
        expect((await detail(id)).phone).toBe(bob.phone);
      }
      expect(await happened(id)).toEqual(["contact_form_submission"]);
      for (const phone of ["208-555-0199", "(208) 555-0101", "208-555-0199"])
        await brokerage.registered({ ...bob, phone });
      expect((await detail(id)).phone).toBe(bob.phone);
      expect(await happened(id)).toEqual(["contact_form_submission", "unverified_contact"]);
    });

    it("finds the first of several leads of the email, and leaves the others alone", async () => {
      const first = await brokerage.registered(bob);
      const second = await brokerage.registered(wife);
      const before = await detail(second.id);
      lintel.clock.advance(HOUR);
      expect((await brokerage.registered(bob)).id).toBe(first.id);
      expect((await detail(second.id)).last_contact).toBe(before.last_contact);
    });

    it("is told the agent whom the lead has been given to by hand since", async () => {
      await brokerage.hire("Ann");
      const cem = await brokerage.hire("Cem", { accepting_leads: false });
      const { id } = await brokerage.registered(bob);
      const body = { assigned_agent_id: cem };
      await lintel.call(`/api/v1/admin/leads/${id}`, { method: "PATCH", key: brokerage.broker, body });
      expect(await brokerage.registered(bob)).toEqual({ id, agent: "Cem" });
    });

    it("is another lead at another brokerage", async () => {
      const other = await openRouting(lintel, `again-${++made}`);
      const { id } = await brokerage.registered(bob);
      expect((await other.registered(bob)).id).not.toBe(id);
    });

    it("is a lead of its own beside one that came by the contact form, with the same agent", async () => {
      await brokerage.hire("Ann");
      await brokerage.hire("Bob");
      const person = { firstName: "Bob", lastName: "Visitor", email: bob.email };
      const { lead_id } = (await sendForm(lintel, brokerage.host, person)).body;
      const { id, agent } = await brokerage.registered(bob);
      expect([id === lead_id, agent]).toEqual([false, "Ann"]);
    });
  });

  describe("with the same email and another name", () => {
    it("is a new lead, which within a day stays with the agent of the first, unrouted", async () => {
      await brokerage.hire("Ann");
      await brokerage.hire("Bob");
      const first = await brokerage.registered(bob);
      lintel.clock.advance(DAY - 1);
      const second = await brokerage.registered(wife);
      expect(second).toEqual({ id: expect.any(Number), agent: "Ann" });
      expect(second.id).not.toBe(first.id);
      expect(await detail(second.id)).toMatchObject({ name: "Bea Visitor", registration_status: "assigned" });
      expect(await happened(second.id)).toEqual([
        "contact_form_submission",
        "agent_assigned: same_email_within_a_day",
      ]);
      expect((await brokerage.routing(second.id)).status).toBe(404);
      expect(await mails(second.id)).toBe(2);
      // No turn was taken.
      expect(await brokerage.nextAgents(2)).toEqual(["Bob", "Ann"]);
    });

    it("stays with the agent when the person has registered again within the day", async () => {
      await brokerage.hire("Ann");
      await brokerage.registered(bob);
      await brokerage.hire("Bea");
      lintel.clock.advance(30 * HOUR);
      await brokerage.registered(bob);
      lintel.clock.advance(HOUR);
      expect((await brokerage.registered(wife)).agent).toBe("Ann");
    });

    it("is routed when the first came a day ago or more", async () => {
      await brokerage.hire("Ann");
      await brokerage.hire("Bob");
      await brokerage.registered(bob);
      lintel.clock.advance(DAY);
      const { id, agent } = await brokerage.registered(wife);
      expect(agent).toBe("Bob");
      expect((await brokerage.routing(id)).status).toBe(200);
    });

    it("keeps the agent of the latest of the day's leads", async () => {
      await brokerage.hire("Ann");
      const cem = await brokerage.hire("Cem", { accepting_leads: false });
      const { id } = await brokerage.registered(bob);
      const body = { assigned_agent_id: cem };
      await lintel.call(`/api/v1/admin/leads/${id}`, { method: "PATCH", key: brokerage.broker, body });
      await brokerage.updateAgent(cem, { accepting_leads: true });
      lintel.clock.advance(HOUR);
      expect((await brokerage.registered(wife)).agent).toBe("Cem");
    });

    it.each([
      ["is on vacation", { on_vacation: true }],
      ["accepts no leads", { accepting_leads: false }],
      ["is inactive", { status: "inactive" }],
    ])("is routed when the first one's agent %s by now", async (_, change) => {
      const ann = await brokerage.hire("Ann");
      await brokerage.hire("Bob");
      await brokerage.registered(bob);
      await brokerage.updateAgent(ann, change);
      const { id, agent } = await brokerage.registered(wife);
      expect([agent, (await brokerage.routing(id)).status]).toEqual(["Bob", 200]);
    });

    it("is routed when the first had no candidate", async () => {
      const ann = await brokerage.hire("Ann", { on_vacation: true });
      expect((await brokerage.registered(bob)).agent).toBeNull();
      await brokerage.updateAgent(ann, { on_vacation: false });
      expect((await brokerage.registered(wife)).agent).toBe("Ann");
    });
  });
});
