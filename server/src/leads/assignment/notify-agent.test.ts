import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Email } from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Colleague, LEADS, type LeadFixture, openLeads } from "../../../test/harness/lead-fixture.ts";
import { type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";
import { home } from "../../../test/harness/market.ts";
import { importLeads } from "../intake/import/import-leads.ts";

/** SPEC: Alerts and notifications, Registration emails. */
describe("the mail to the agent who gets a lead", () => {
  let fixture: MailFixture;
  let brokerage: LeadFixture;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail({ ADMIN_APP_URL: "https://crm.test/app/" });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    brokerage = await openLeads(fixture.lintel, `telling-${++made}`);
    // Who gets a routed lead is Ann.
    await putSettings({ routing_strategy: "primary_agent", primary_agent_id: brokerage.ann.id });
  });

  const putSettings = (body: object) =>
    fixture.lintel.call(`/api/admin/brokerages/${brokerage.id}/lead-settings`, {
      method: "PUT",
      key: brokerage.broker,
      body,
    });
  const address = async ({ id }: { id: number }) =>
    (
      await fixture.lintel.database.db
        .selectFrom("agents")
        .select("email")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).email;
  /** What has come to an agent by now. */
  const mailsTo = async (agent: { id: number }) => {
    await fixture.deliver();
    return fixture.mailsTo(await address(agent));
  };
  const factsOf = ({ text = "" }: Email) =>
    Object.fromEntries(
      [...text.matchAll(/^([A-Z][A-Za-z ]+): +(.+)$/gm)].map(([, label, value]) => [label, value]),
    );
  const post = (path: string, body: object, key?: string) =>
    fixture.lintel.call(path, { method: "POST", host: brokerage.host, body, ...(key && { key }) });

  const person = { email: "ada@visitors.test", phone: "(208) 555-0101" };
  const register = (name = "Ada Lovelace") => post("/register", { name, ...person });
  const contact = () =>
    post("/api/contact", {
      firstName: "Ada",
      lastName: "Lovelace",
      ...person,
      subject: "What is my home worth?",
      message: "Hello,\n\nthree bedrooms in Eagle.",
      source_page: "/sell",
    });
  const manual = (agent: Colleague, key: string) =>
    post(
      LEADS,
      {
        first_name: "Ada",
        last_name: "Lovelace",
        ...person,
        subject: "Called",
        message: "Wants a yard.",
        assigned_agent_id: agent.id,
      },
      key,
    );

  it("says all there is of a registration, and leads to the back office", async () => {
    const lead = (await register()).body.lead_id;
    const [mail, ...more] = await mailsTo(brokerage.ann);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: "New lead assigned: Ada Lovelace",
      from: { name: `telling-${made}`, address: "office@lintel.test" },
      replyTo: [{ address: "ada@visitors.test" }],
    });
    expect(factsOf(mail as Email)).toEqual({
      Name: "Ada Lovelace",
      Email: "ada@visitors.test",
      Phone: "(208) 555-0101",
      Registered: "Monday, June 15, 2026 at 6:00 AM MDT",
      "Came by": "registration on the website",
      Preferences: "none detected yet",
    });
    expect(mail?.text).toContain("Hello Ann,\n\nYou have a new lead.");
    expect(mail?.text).toContain(`Open the lead:\nhttps://crm.test/app/leads/${lead}\n`);
    expect(mail?.html).toContain(`<a href="https://crm.test/app/leads/${lead}"`);
    expect(mail?.html).toContain('<a href="mailto:ada@visitors.test"');
    expect(mail?.html).toContain('<a href="tel:+12085550101"');
    expect(mail?.text).not.toMatch(/unsubscribe/i);
  });

  it("tells the time where the agent is, or else the brokerage", async () => {
    await putSettings({ time_zone: "America/New_York" });
    await register();
    await fixture.lintel.database.db
      .updateTable("agents")
      .set({ time_zone: "Europe/Berlin" })
      .where("id", "=", brokerage.ann.id)
      .execute();
    await register("Grace Hopper");
    const times = (await mailsTo(brokerage.ann)).map((mail) => factsOf(mail).Registered);
    expect(times.toSorted()).toEqual([
      "Monday, June 15, 2026 at 2:00 PM GMT+2",
      "Monday, June 15, 2026 at 8:00 AM EDT",
    ]);
  });

  it("says what the lead is looking for, where that is known", async () => {
    const preferences = JSON.stringify({
      price: { min: 300_000, max: 450_000, confidence: 80 },
      locations: [
        { value: "Meridian", confidence: 70 },
        { value: "Eagle", confidence: 0 },
      ],
    });
    await brokerage.patch(await brokerage.makeLead({ preferences }), { assigned_agent_id: brokerage.ann.id });
    const [mail] = await mailsTo(brokerage.ann);
    expect(mail?.text).toMatch(/Preferences: {2}Price: \$300,000 to \$450,000\n {14}Locations: Meridian\n/);
  });

  it("of a contact form quotes the message, and names the subject and the page", async () => {
    await contact();
    const [mail] = await mailsTo(brokerage.ann);
    expect(factsOf(mail as Email)).toMatchObject({
      Received: expect.stringContaining("June 15"),
      "Came by": "the contact form of the website",
      About: "What is my home worth?",
      "On page": "/sell",
    });
    expect(mail?.text).toContain("Message:\n> Hello,\n>\n> three bedrooms in Eagle.\n");
  });

  it("of a tour request names the listing; a known person's next one is no new lead", async () => {
    const listing = `telling-${made}-home`;
    await fixture.lintel.importListings(`telling-${made}`, [
      home({ ListingId: listing, UnparsedAddress: "12 Main St" }),
    ]);
    const ask = () =>
      post("/api/tours", { listing_id: listing, name: "Ada Lovelace", email: "ada@visitors.test" });
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    const mails = await mailsTo(brokerage.ann);
    expect(mails.map(factsOf)).toMatchObject([
      { "Came by": "a tour request", About: "Tour request: 12 Main St, Boise" },
    ]);
  });

  it("is sent when staff enter the lead for the agent, or assign it later", async () => {
    await manual(brokerage.ann, brokerage.broker);
    const lead = await brokerage.makeLead();
    await brokerage.patch(lead, { assigned_agent_id: brokerage.ann.id });
    const mails = await mailsTo(brokerage.ann);
    expect(mails.map(factsOf)).toMatchObject([{ "Came by": "a colleague" }, { "Came by": "a colleague" }]);
  });

  it("comes once for each assignment: to the next agent, and again to the first", async () => {
    const lead = await brokerage.makeLead();
    for (const { id } of [brokerage.ann, brokerage.bob, brokerage.ann])
      await brokerage.patch(lead, { assigned_agent_id: id });
    // Nothing of these is an assignment.
    await brokerage.patch(lead, { assigned_agent_id: brokerage.ann.id });
    await brokerage.patch(lead, { notes: "Called." });
    await brokerage.patch(lead, { assigned_agent_id: null });
    const mails = await mailsTo(brokerage.ann);
    expect([mails.length, (await mailsTo(brokerage.bob)).length]).toEqual([2, 1]);
    expect(mails.map(({ text }) => text?.split("\n")[2]).toSorted()).toEqual([
      "A lead has been passed on to you. Please get in touch soon.",
      "You have a new lead. The sooner you get in touch, the better.",
    ]);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
  });

  it("comes to the agent who gets a lead that is taken up again, because its own cannot", async () => {
    const lead = await brokerage.makeLead({ stage: "ARCHIVED", assigned_agent_id: brokerage.bob.id });
    await fixture.lintel.database.db
      .updateTable("agents")
      .set({ on_vacation: true })
      .where("id", "=", brokerage.bob.id)
      .execute();
    const reply = await post(
      `${LEADS}/${lead}/transitions`,
      { event_type: "lead_re_engaged" },
      brokerage.broker,
    );
    expect(reply.status).toBe(200);
    expect([(await mailsTo(brokerage.ann)).length, (await mailsTo(brokerage.bob)).length]).toEqual([1, 0]);
  });

  it("goes to the agent of the earlier lead, when the same email registers under another name", async () => {
    await register();
    await putSettings({ routing_strategy: "primary_agent", primary_agent_id: brokerage.bob.id });
    await register("Augusta King");
    expect((await mailsTo(brokerage.ann)).map(({ subject }) => subject).toSorted()).toEqual([
      "New lead assigned: Ada Lovelace",
      "New lead assigned: Augusta King",
    ]);
    expect(await mailsTo(brokerage.bob)).toEqual([]);
  });

  it("does not come for a registration that is repeated", async () => {
    for (let at = 0; at < 3; at++) await register();
    expect(await mailsTo(brokerage.ann)).toHaveLength(1);
  });

  it("does not come to agents who take a lead themselves, also where their account is known by its email alone", async () => {
    await manual(brokerage.ann, brokerage.ann.key);
    await manual(brokerage.bob, brokerage.bob.key);
    expect([(await mailsTo(brokerage.ann)).length, (await mailsTo(brokerage.bob)).length]).toEqual([0, 0]);
    // One that a colleague enters for them is news.
    await manual(brokerage.bob, brokerage.ann.key);
    expect(await mailsTo(brokerage.bob)).toHaveLength(1);
  });

  it("does come to agents who send in a form that is routed to them", async () => {
    await fixture.lintel.call("/register", {
      method: "POST",
      host: brokerage.host,
      key: brokerage.ann.key,
      body: { name: "Ada Lovelace", ...person },
    });
    expect(await mailsTo(brokerage.ann)).toHaveLength(1);
  });

  it("is not sent for imported leads", async () => {
    const file = join(fixture.lintel.database.dataDir, "leads.csv");
    const row = `ada@visitors.test,Ada,Lovelace,new,${await address(brokerage.ann)},2024-03-01`;
    await writeFile(file, `email,first_name,last_name,status,agent_email,created_at\n${row}\n`);
    const { created, unknownAgents } = await importLeads(
      fixture.lintel.ctx,
      { file, brokerage: `telling-${made}` },
      () => {},
    );
    expect([created, unknownAgents]).toEqual([1, []]);
    expect(await mailsTo(brokerage.ann)).toEqual([]);
  });
});
