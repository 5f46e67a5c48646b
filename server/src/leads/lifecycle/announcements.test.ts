import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendForm } from "../../../test/harness/contact-form.ts";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import { home, subscribe } from "../../../test/harness/market.ts";
import { removeFolder } from "../../../test/harness/remove-folder.ts";
import { watchStatements } from "../../../test/harness/statements.ts";
import { called, DAY, HOUR, openSweep, type SweepFixture } from "../../../test/harness/sweep-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { takeEvents } from "../../event-outbox/index.ts";
import { importLeads } from "../index.ts";

describe("what is announced of leads and tours", () => {
  let lintel: TestApp;
  let brokerage: SweepFixture;
  let slug: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    await lintel.importListings("houses", [home({ ListingId: "house-1" })]);
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    await lintel.database.db.deleteFrom("leads").execute();
    slug = `telling-${++made}`;
    brokerage = await openSweep(lintel, slug);
    await subscribe(lintel, brokerage.id, ["houses"]);
    await takeEvents(lintel.database.db, 10_000, lintel.clock.now());
  });

  /** Since it was asked last: what is told, of what, and the data but for those that all have. */
  async function announced() {
    const taken = await takeEvents(lintel.database.db, 1000, lintel.clock.now());
    return taken.map(({ event, subject, data, brokerage_id, source_id }) => {
      expect([brokerage_id, source_id, data.brokerage_id]).toEqual([brokerage.id, null, brokerage.id]);
      return [event, subject, data];
    });
  }
  const names = async () => (await announced()).map(([event]) => event);
  const now = () => lintel.clock.now().toISOString();
  const own = (lead_id: number) => ({ lead_id, brokerage_id: brokerage.id });
  const assigned = (lead: number, agent: [number, string] | null, previous: number | null = null) => {
    const [agent_id, agent_name] = agent ?? [null, null];
    return [
      "lead.assigned",
      `lead:${lead}`,
      { ...own(lead), agent_id, agent_name, previous_agent_id: previous },
    ];
  };
  const moved = (lead: number, event: string, from_stage: string, to_stage: string, rest = {}) => [
    "lead.stage_changed",
    `lead:${lead}`,
    { ...own(lead), event, from_stage, to_stage, reason_code: null, occurred_at: now(), ...rest },
  ];
  const created = (lead: number, data: object) => [
    "lead.created",
    `lead:${lead}`,
    {
      ...own(lead),
      phone: null,
      pipeline_type: "buyer",
      stage: "NEW",
      assigned_agent_id: null,
      property_id: null,
      created_at: now(),
      ...data,
    },
  ];
  const tour = { listing_id: "house-1", name: "Ada Lovelace", email: "ada@visitors.test" };
  const ask = async (fields = {}) =>
    (
      await lintel.call("/api/tours", {
        method: "POST",
        host: brokerage.host,
        body: { ...tour, ...fields },
      })
    ).body.id as number;
  const leadOfTour = async (id: number) =>
    (await lintel.call(`/api/tours/${id}`, { key: brokerage.broker })).body.lead_id as number;
  const patch = (lead: number, body: object) =>
    lintel.call(`${LEADS}/${lead}`, { method: "PATCH", key: brokerage.broker, body });

  it("a contact form: the lead, with the agent it went to, then that it went there", async () => {
    const ann = await brokerage.hire("Ann");
    const form = { firstName: "Ada", lastName: "Byron", email: "ada@visitors.test", phone: "(208) 555-0101" };
    const { body } = await sendForm(lintel, brokerage.host, { ...form, subject: "Sell my house" });
    expect(await announced()).toEqual([
      created(body.lead_id, {
        name: "Ada Byron",
        email: "ada@visitors.test",
        phone: "(208) 555-0101",
        source: "contact_form",
        pipeline_type: "seller",
        assigned_agent_id: ann,
      }),
      assigned(body.lead_id, [ann, "Ann"]),
    ]);
  });

  it("a form that is sent again with its Idempotency-Key: once", async () => {
    const again = () => sendForm(lintel, brokerage.host, {}, { "idempotency-key": slug });
    expect((await again()).body).toEqual((await again()).body);
    expect(await names()).toEqual(["lead.created"]);
  });

  it("a tour: the lead when it is new, and the tour every time", async () => {
    const first = await ask({ preferred_date: "2026-07-04", preferred_time: "morning", message: "Hello" });
    const lead = await leadOfTour(first);
    const person = { name: "Ada Lovelace", email: "ada@visitors.test" };
    const data = { ...own(lead), property_id: "house-1", ...person, phone: null, created_at: now() };
    expect(await announced()).toEqual([
      created(lead, { ...person, source: "tour_request", property_id: "house-1" }),
      [
        "tour.requested",
        `tour:${first}`,
        {
          ...data,
          tour_id: first,
          preferred_date: "2026-07-04",
          preferred_time: "morning",
          message: "Hello",
        },
      ],
    ]);
    const second = await ask();
    expect(await announced()).toEqual([
      [
        "tour.requested",
        `tour:${second}`,
        { ...data, tour_id: second, preferred_date: null, preferred_time: null, message: null },
      ],
    ]);
  });

  it("a registration: once; the same again, nothing, until it gets an agent for want of one", async () => {
    const fields = { name: "Ada  Lovelace-King", email: "Ada@Visitors.test" };
    const { id } = await brokerage.registered(fields);
    const registration = created(id, {
      name: "Ada  Lovelace-King",
      email: "ada@visitors.test",
      source: "website_registration",
    });
    expect(await announced()).toEqual([registration]);
    const ann = await brokerage.hire("Ann");
    await brokerage.registered({ ...fields, phone: "208-555-0102" });
    expect(await announced()).toEqual([]);
    lintel.clock.advance(2 * DAY);
    await brokerage.registered(fields);
    expect(await announced()).toEqual([assigned(id, [ann, "Ann"])]);
    lintel.clock.advance(2 * DAY);
    await brokerage.registered(fields);
    expect(await announced()).toEqual([]);
  });

  it("a lead that staff enter: in the stage of its status; and nothing of one that is refused", async () => {
    const ann = await brokerage.hire("Ann");
    const person = { first_name: "Ada", last_name: "Byron", email: "ada@visitors.test" };
    const enter = (fields: object) =>
      lintel.call(LEADS, {
        method: "POST",
        key: brokerage.broker,
        body: { ...person, subject: "A home", message: "Hello", status: "qualified", ...fields },
      });
    const { body } = await enter({ assigned_agent_id: ann });
    const byHand = { name: "Ada Byron", email: person.email, source: "manual", stage: "QUALIFIED" };
    expect(await announced()).toEqual([
      created(body.id, { ...byHand, assigned_agent_id: ann }),
      assigned(body.id, [ann, "Ann"]),
    ]);
    expect((await enter({ assigned_agent_id: ann + 1000 })).status).toBe(400);
    expect(await announced()).toEqual([]);
  });

  it("no history: what is imported from other software happened long ago", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lintel-told-"));
    const file = join(folder, "leads.csv");
    await writeFile(file, "email,first_name,last_name,status\nada@visitors.test,Ada,Byron,qualified");
    const { created } = await importLeads(lintel.ctx, { file, brokerage: slug }, () => {});
    await removeFolder(folder);
    expect([created, await announced()]).toEqual([1, []]);
  });

  it("every change of stage, by whichever road; and nothing that leaves the lead in its stage", async () => {
    const lead = await brokerage.createLead();
    await announced();
    await brokerage.contact(lead, { channel: "text" });
    expect(await announced()).toEqual([moved(lead, "contact_attempted", "NEW", "CONTACTING")]);
    await brokerage.contact(lead);
    await brokerage.contact(lead, { direction: "inbound" });
    expect(await announced()).toEqual([]);
    lintel.clock.advance(HOUR);
    const occurred_at = new Date(lintel.clock.now().getTime() - HOUR / 2).toISOString();
    await brokerage.report(lead, { event_type: "motivation_confirmed", occurred_at });
    expect(await announced()).toEqual([
      moved(lead, "motivation_confirmed", "CONTACTING", "QUALIFIED", { occurred_at }),
    ]);
    await brokerage.sweepAfter(181 * DAY);
    expect(await announced()).toEqual([moved(lead, "timeout_180d_no_progress", "QUALIFIED", "ARCHIVED")]);
    const ann = await brokerage.hire("Ann");
    await brokerage.report(lead, { event_type: "lead_re_engaged" });
    expect(await announced()).toEqual([
      moved(lead, "lead_re_engaged", "ARCHIVED", "CONTACTING"),
      assigned(lead, [ann, "Ann"]),
    ]);
    await brokerage.report(lead, { event_type: "bogus_contact_detected", reason_code: "email_bounces" });
    expect(await announced()).toEqual([
      moved(lead, "bogus_contact_detected", "CONTACTING", "TRASHED", { reason_code: "email_bounces" }),
    ]);
    const body = { event_type: "closing_complete" };
    const refused = await lintel.call(`${LEADS}/${lead}/transitions`, {
      method: "POST",
      key: brokerage.broker,
      body,
    });
    expect([refused.status, await announced()]).toEqual([409, []]);
  });

  it("every assignment: by hand, to no agent, and by an alert; not one to the current agent", async () => {
    const [ann, bob] = [await brokerage.hire("Ann"), await brokerage.hire("Bob")];
    await brokerage.updateSettings({ reassign: true });
    const lead = await brokerage.createLead();
    await announced();
    expect((await patch(lead, { assigned_agent_id: bob, reassign_reason: "Nearer" })).status).toBe(200);
    expect(await announced()).toEqual([assigned(lead, [bob, "Bob"], ann)]);
    await patch(lead, { assigned_agent_id: bob, notes: "Still" });
    expect(await announced()).toEqual([]);
    await patch(lead, { assigned_agent_id: null });
    expect(await announced()).toEqual([assigned(lead, null, bob)]);
    const cem = await brokerage.hire("Cem");
    await brokerage.sweepAfter(HOUR);
    expect(await announced()).toEqual([assigned(lead, [cem, "Cem"])]);
    const refused = await patch(lead, { assigned_agent_id: ann, status: "lost" });
    expect([refused.status, await announced()]).toEqual([409, []]);
  });

  it("is in the order of the timeline", async () => {
    await brokerage.hire("Ann");
    const lead = await brokerage.createLead();
    await brokerage.report(lead, called);
    await patch(lead, { assigned_agent_id: null });
    await brokerage.report(lead, { event_type: "motivation_confirmed" });
    await brokerage.report(lead, { event_type: "buyer_agreement_signed" });
    await brokerage.report(lead, { event_type: "deal_collapsed", reason_code: "other" });
    const { body } = await lintel.call(`${LEADS}/${lead}/transitions`, { key: brokerage.broker });
    const tellings = body.events.map(({ event_type, from_stage }: Record<string, string | null>) =>
      event_type?.startsWith("agent_") ? "lead.assigned" : from_stage ? "lead.stage_changed" : "lead.created",
    );
    expect(tellings).toHaveLength(7);
    expect(await names()).toEqual(tellings);
  });

  it("costs one statement per operation", async () => {
    await brokerage.hire("Ann");
    const watch = watchStatements(lintel);
    await ask();
    const sent = watch.sent();
    watch.close();
    expect(sent.filter((text) => text.includes("event_outbox"))).toHaveLength(1);
    expect(await names()).toEqual(["lead.created", "lead.assigned", "tour.requested"]);
  });
});
