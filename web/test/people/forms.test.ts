import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PeopleFixture } from "../harness/people-fixture.ts";

const ADA = { firstName: "Ada", lastName: "Lovelace", email: "ada@people.test", phone: "(208) 555-0101" };
const MESSAGE = { ...ADA, subject: "Buying a home", message: "Two bedrooms\r\nnear a park" };

describe("the forms of the website", () => {
  let people: PeopleFixture;
  beforeAll(async () => {
    people = await PeopleFixture.open();
  });
  afterAll(() => people.close());

  const lastLead = async () => (await people.leads()).at(-1);
  const outcome = async (path: string, fields: Record<string, string>, headers = {}) => {
    const { status, headers: replied } = await people.browser().post(path, fields, headers);
    return [status, replied.location];
  };

  it("the contact form is a lead, with the campaign of the page's own address", async () => {
    expect(await outcome("/contact?utm_source=letter&utm_campaign=spring", MESSAGE)).toEqual([
      303,
      "/contact/sent",
    ]);
    expect(await lastLead()).toMatchObject({
      first_name: "Ada",
      email: "ada@people.test",
      subject: "Buying a home",
      message: "Two bedrooms\nnear a park",
      source_page: "/contact",
      utm_source: "letter",
      utm_campaign: "spring",
    });
    const { status, text } = await people.browser().get("/contact/sent");
    expect([status, text]).toEqual([200, expect.stringContaining("Message sent")]);
  });

  it("the first campaign, which script has kept, wins over the one of the address", async () => {
    await outcome("/contact?utm_source=second", { ...MESSAGE, message: "again", utm_source: "first" });
    expect(await lastLead()).toMatchObject({ utm_source: "first" });
  });

  it("one form that is sent twice is one lead, at once or one after the other", async () => {
    const before = (await people.leads()).length;
    const twice = { ...MESSAGE, email: "twice@people.test" };
    const sent = [303, "/contact/sent"];
    expect(await Promise.all([outcome("/contact", twice), outcome("/contact", twice)])).toEqual([sent, sent]);
    expect(await outcome("/contact?utm_source=other", twice)).toEqual(sent);
    expect(await people.leads()).toHaveLength(before + 1);
  });

  it("a form with errors comes back with what was typed, and says what is wrong at each field", async () => {
    const wrong = { firstName: 'A"d<a', email: "nonsense", subject: "Renting", message: "Hello" };
    const { status, headers, text } = await people.browser().post("/contact", wrong);
    expect([status, headers["cache-control"]]).toEqual([422, "no-store"]);
    expect(text).toContain("<title>Error: Contact | north</title>");
    expect(text).toContain('value="A&quot;d&lt;a"');
    expect(text).toContain(">Hello</textarea>");
    expect(text).toMatch(/<option value="Renting" selected/);
    const links = [...text.matchAll(/<a href="#(field-\w+)">([^<]+)</g)].map(([, id, words]) => [id, words]);
    expect(links).toEqual([
      ["field-lastName", "Last name must not be empty"],
      ["field-email", "Email must be a valid email address"],
    ]);
    for (const [id] of links) expect(text).toMatch(new RegExp(`<input id="${id}"[^>]* aria-invalid="true"`));
  });

  it("what a robot fills in marks the lead as suspect, and is no registration or subscription", async () => {
    const robot = { ...MESSAGE, email: "robot@people.test", website: "https://spam.test" };
    expect(await outcome("/contact", robot)).toEqual([303, "/contact/sent"]);
    expect((await lastLead())?.suspicions).toEqual(["honeypot"]);
    const before = (await people.leads()).length;
    const { email, website } = robot;
    expect(await outcome("/account/register", { name: "R", email, website })).toEqual([
      303,
      "/account/register/sent",
    ]);
    expect(await outcome("/newsletter", { email, website })).toEqual([303, "/newsletter/sent"]);
    expect(await people.leads()).toHaveLength(before);
    expect(await subscribers()).toEqual([]);
  });

  it("a form of another website is refused, and changes nothing", async () => {
    const before = (await people.leads()).length;
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.test" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { origin: "http://south.test" },
    ];
    for (const headers of foreign)
      for (const path of ["/contact", "/sell", "/account/register", "/newsletter"])
        expect((await people.browser().post(path, MESSAGE, headers)).status).toBe(403);
    expect(await people.leads()).toHaveLength(before);
  });

  it("the form for owners is a seller's lead, and asks for the address of the home", async () => {
    const owner = { ...ADA, email: "owner@people.test", address: "12 Main St, Boise", soon: "Within a year" };
    expect(await outcome("/sell", owner)).toEqual([303, "/sell/sent"]);
    expect(await lastLead()).toMatchObject({
      pipeline_type: "seller",
      subject: "Sell my home: 12 Main St, Boise",
      message: "Home to sell: 12 Main St, Boise\nWhen: Within a year",
    });
    const { status, text } = await people.browser().post("/sell", { ...owner, address: "" });
    expect([status, text]).toEqual([422, expect.stringContaining('href="#field-address"')]);
  });

  it("registers a client, and subscribes to the newsletter", async () => {
    const client = { name: "Grace Hopper", email: "grace@people.test", phone: "208 555 0102" };
    expect(await outcome("/account/register", client)).toEqual([303, "/account/register/sent"]);
    expect(await lastLead()).toMatchObject({
      first_name: "Grace",
      last_name: "Hopper",
      source: "website_registration",
    });
    const wrong = await people
      .browser()
      .post("/account/register", { name: "", email: "x", phone: "call me" });
    expect(wrong.status).toBe(422);
    for (const field of ["name", "email", "phone"]) expect(wrong.text).toContain(`href="#field-${field}"`);
    expect(await outcome("/newsletter", { email: "grace@people.test", first_name: "Grace" })).toEqual([
      303,
      "/newsletter/sent",
    ]);
    expect(await subscribers()).toEqual([{ email: "grace@people.test", first_name: "Grace" }]);
  });

  it("writes to one of the brokerage's people", async () => {
    const { lintel, brokerageId } = people.website;
    const ann = await lintel.createAgent(brokerageId, { name: "Ann Lee", slug: "ann" });
    const { text } = await people.browser().get("/contact?agent_slug=ann");
    expect(text).toContain('<input type="hidden" name="agent_slug" value="ann"');
    await outcome("/contact", { ...MESSAGE, email: "fan@people.test", agent_slug: "ann" });
    expect(await lastLead()).toMatchObject({ email: "fan@people.test", assigned_agent_id: ann.id });
    expect((await people.browser().get("/contact?agent_slug=no-agent")).text).not.toContain("agent_slug");
  });

  it("a switch that is off removes pages, links and forms; the contact page stays", async () => {
    await people.website.change({ feature_contact_form: false, feature_favorites: false });
    try {
      // Changes of a brokerage take effect within a second.
      await expect.poll(async () => (await people.browser().get("/sell")).status).toBe(404);
      for (const path of ["/sell", "/newsletter", "/sell/sent", "/contact/sent", "/favorites"])
        expect([path, (await people.browser().get(path)).status]).toEqual([path, 404]);
      for (const path of ["/sell", "/newsletter", "/contact", "/favorites"])
        expect([path, (await people.browser().post(path, MESSAGE)).status]).toEqual([path, 404]);
      const { status, text } = await people.browser().get("/contact");
      expect(status).toBe(200);
      for (const gone of ["<form", 'href="/sell"', 'href="/newsletter"', 'href="/favorites"'])
        expect(text).not.toContain(gone);
    } finally {
      await people.website.change({ feature_contact_form: true, feature_favorites: true });
    }
  });

  function subscribers() {
    return people.website.lintel.database.db
      .selectFrom("newsletter_subscriptions")
      .select(["email", "first_name"])
      .execute();
  }
});
