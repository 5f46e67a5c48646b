import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type BrokerageFixture,
  openBrokerage,
  outcome,
  validationErrors,
} from "../../../test/harness/brokerage-fixture.ts";
import { leadByForm, sendForm } from "../../../test/harness/contact-form.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

/** What people write into a contact form, and what websites make of it. */
describe("submitContactForm: its input", () => {
  let lintel: TestApp;
  let brokerage: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openBrokerage(lintel, "north");
  });
  afterAll(() => lintel.close());

  const sent = async (fields: object) => {
    const id = await leadByForm(lintel, brokerage.host, fields);
    return (await lintel.call(`/api/v1/admin/leads/${id}`, { key: brokerage.broker })).body;
  };

  it("names every field that is missing", async () => {
    const reply = await lintel.call("/api/contact", { method: "POST", host: brokerage.host, body: {} });
    expect(validationErrors(reply)).toEqual([
      422,
      ["firstName", "lastName", "email", "subject", "message"].map((field) => [
        `body.${field}`,
        `${field} is required`,
      ]),
    ]);
  });

  it.each([
    ["firstName", "  ", "firstName must not be empty"],
    ["firstName", null, "firstName must be text"],
    ["firstName", 7, "firstName must be text"],
    ["firstName", "x".repeat(101), "firstName must be at most 100 characters"],
    ["lastName", "", "lastName must not be empty"],
    ["lastName", "x".repeat(101), "lastName must be at most 100 characters"],
    ["email", "ada", "email must be a valid email address"],
    ["email", "ada@", "email must be a valid email address"],
    ["email", "ada@visitors.test\r\nBcc: all@visitors.test", "email must be a valid email address"],
    ["email", " ", "email must be a valid email address"],
    ["email", `${"a".repeat(250)}@b.test`, "email must be at most 255 characters"],
    ["email", ["ada@visitors.test"], "email must be text"],
    ["phone", "5".repeat(41), "phone must be at most 40 characters"],
    ["phone", 2085550100, "phone must be text or null"],
    ["subject", " ", "subject must not be empty"],
    ["subject", "x".repeat(201), "subject must be at most 200 characters"],
    ["message", "", "message must not be empty"],
    ["message", "x".repeat(10_001), "message must be at most 10000 characters"],
    ["message", { text: "Hi" }, "message must be text"],
    ["message", "a\0b", "message must not contain NUL characters"],
    ["utm_source", 7, "utm_source must be text or null"],
  ])("refuses %s %j: %s", async (field, value, msg) => {
    const reply = await sendForm(lintel, brokerage.host, { [field]: value });
    const [status, found] = validationErrors(reply);
    expect([status, found]).toEqual([422, expect.arrayContaining([[`body.${field}`, msg]])]);
    expect((found as [string, string][]).every(([loc]) => loc === `body.${field}`)).toBe(true);
  });

  it.each([
    ["{", "Malformed JSON"],
    ['{"firstName":', "Malformed JSON"],
  ])("answers 400 to %j", async (body, detail) => {
    const reply = await lintel.call("/api/contact", {
      method: "POST",
      host: brokerage.host,
      headers: { "content-type": "application/json" },
      body,
    });
    expect(outcome(reply)).toEqual([400, { detail }]);
  });

  it.each(["null", "[]", '"form"', "7"])("refuses the body %s", async (body) => {
    const reply = await lintel.call("/api/contact", {
      method: "POST",
      host: brokerage.host,
      headers: { "content-type": "application/json" },
      body,
    });
    expect(validationErrors(reply)).toEqual([422, [["body", "body must be an object"]]]);
  });

  it("drops the spaces around what is said, and judges the length without them", async () => {
    const lead = await sent({
      firstName: ` ${"x".repeat(100)}\n`,
      lastName: "\tLovelace ",
      email: "  ada@visitors.test ",
      phone: " 208 ",
      subject: " A  house ",
      message: "\r\nTwo\r\n\r\nparagraphs \n",
    });
    expect(lead).toMatchObject({
      first_name: "x".repeat(100),
      last_name: "Lovelace",
      email: "ada@visitors.test",
      phone: "208",
      subject: "A  house",
      message: "Two\r\n\r\nparagraphs",
    });
  });

  const unsaid = ["phone", "source_page", "utm_source", "utm_medium", "utm_campaign"];
  it.each(["absent", null, "", "   "])("takes %j for what need not be said", async (value) => {
    const fields = value === "absent" ? {} : Object.fromEntries(unsaid.map((field) => [field, value]));
    expect(await sent(fields)).toMatchObject(Object.fromEntries(unsaid.map((field) => [field, null])));
  });

  it("takes fields at their greatest length", async () => {
    const fields = { subject: "s".repeat(200), message: "m".repeat(10_000), phone: "5".repeat(40) };
    expect(await sent({ ...fields, lastName: "L".repeat(100) })).toMatchObject(fields);
  });

  it("cuts what the website adds by itself, rather than lose a lead to a long address", async () => {
    const lead = await sent({
      source_page: `/search?${"q".repeat(5000)}`,
      utm_source: "é".repeat(300),
      utm_medium: "x".repeat(255),
      utm_campaign: "🏡".repeat(300),
    });
    expect(lead.source_page).toBe(`/search?${"q".repeat(1992)}`);
    expect([lead.utm_source, lead.utm_medium]).toEqual(["é".repeat(255), "x".repeat(255)]);
    expect(lead.utm_campaign).toBe("🏡".repeat(255));
  });

  it.each([
    "Zoë Ødegård",
    "李小龍",
    "👩‍👩‍👧 Ada",
    "Ada\r\nBcc: everybody@visitors.test",
    "Ada\u202eecalevoL",
    "'; drop table leads; --",
    "<script>alert(1)</script>",
    '=HYPERLINK("https://evil.test")',
    'O\'Brien \\ "Ada" {{first_name}} %s $x',
  ])("keeps the name %j as it was sent", async (name) => {
    expect(await sent({ firstName: name, lastName: name, message: name })).toMatchObject({
      first_name: name,
      last_name: name,
      message: name,
    });
  });

  it("ignores unknown fields: a visitor cannot choose a stage, an agent or a brokerage", async () => {
    lintel.clock.advance(3_600_000);
    const lead = await sent({
      id: 7,
      brokerage_id: 999,
      stage: "CLOSED",
      status: "converted",
      assigned_agent_id: 1,
      notes: "x",
      suspicions: ["honeypot"],
      created_at: "2020-01-01T00:00:00Z",
    });
    expect(lead).toMatchObject({
      brokerage_id: brokerage.id,
      stage: "NEW",
      assigned_agent_id: null,
      notes: null,
      suspect: [],
      created_at: lintel.clock.now().toISOString(),
    });
  });
});
