import type { Email } from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage } from "../../../../test/harness/brokerage-fixture.ts";
import { type MailFixture, openMail } from "../../../../test/harness/mail-fixture.ts";

/** SPEC: Alerts and notifications, Registration emails. */
describe("the welcome", () => {
  let fixture: MailFixture;
  let brokerage: BrokerageFixture;
  let admin: string;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail({ PUBLIC_API_URL: "https://api.test" });
    admin = await fixture.lintel.createKey("admin");
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    brokerage = await openBrokerage(fixture.lintel, `welcoming-${++made}`);
  });

  const visitor = () => `ada@welcoming-${made}.test`;
  const put = (path: string, body: object, key = admin) =>
    fixture.lintel.call(path, { method: "PUT", key, body });
  const editBrokerage = (fields: object) => put(`/api/admin/brokerages/${brokerage.id}`, fields);
  async function register(name = "Ada Lovelace", { host } = brokerage): Promise<Email[]> {
    const body = { name, email: visitor() };
    expect((await fixture.lintel.call("/register", { method: "POST", host, body })).status).toBe(200);
    await fixture.deliver();
    return fixture.mailsTo(visitor());
  }

  it("comes once to who registers, from their brokerage, with their agent to answer to", async () => {
    await editBrokerage({ name: "North Realty", website: "https://north.test" });
    await fixture.lintel.createAgent(brokerage.id, {
      name: "Ann Agent",
      email: "ann@agents.test",
      phone: "+12085550101",
    });
    await register();
    const [mail, ...more] = await register();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: "Welcome to North Realty",
      from: { name: "North Realty", address: "office@lintel.test" },
      replyTo: [{ address: "ann@agents.test" }],
    });
    expect(mail?.text).toContain("Hello Ada,\n\nThank you for registering with North Realty.");
    expect(mail?.text).toMatch(
      /^Your agent: +Ann Agent\nEmail: +ann@agents\.test\nPhone: +\(208\) 555-0101$/m,
    );
    expect(mail?.text).toContain("Continue your search:\nhttps://north.test\n");
    expect(mail?.html).toContain('<a href="https://north.test"');
  });

  it("comes for each lead: also where the same address registers under another name", async () => {
    await register("Ada Lovelace");
    expect(await register("Augusta King")).toHaveLength(2);
  });

  it("has the owner as reply-to without an agent, and otherwise none", async () => {
    const [mail] = await register();
    expect([mail?.replyTo, mail?.text?.includes("One of our agents will be in touch")]).toEqual([
      undefined,
      true,
    ]);
    const contact = {
      brokerage_id: brokerage.id,
      name: "Olga Owner",
      email: "olga@north.test",
      is_primary: true,
    };
    await fixture.lintel.call("/api/admin/broker-contacts", { method: "POST", key: admin, body: contact });
    const [, second] = await register("Augusta King");
    expect(second?.replyTo).toEqual([{ name: "", address: "olga@north.test" }]);
  });

  it("has the postal address below it: the lead settings', or else the brokerage's", async () => {
    await editBrokerage({
      address_street: "101 W Main St",
      address_city: "Boise",
      address_state_abbr: "ID",
      address_zip: "83702",
    });
    const [first] = await register("First");
    expect(first?.text).toContain(`--\nwelcoming-${made}\n101 W Main St, Boise, ID 83702\n`);
    await put(
      `/api/admin/brokerages/${brokerage.id}/lead-settings`,
      { postal_address: "PO Box 7\nEagle, ID 83616" },
      brokerage.broker,
    );
    const [, second] = await register("Second");
    expect(second?.text).toContain(`--\nwelcoming-${made}\nPO Box 7\nEagle, ID 83616\n`);
    expect(second?.html).toContain("<bdi>PO Box 7</bdi><br><bdi>Eagle, ID 83616</bdi>");
  });

  it("has a link that unsubscribes, in both parts", async () => {
    const [mail] = await register();
    const [, url = ""] = /\nUnsubscribe: (\S+)\n/.exec(mail?.text ?? "") ?? [];
    expect(url).toMatch(/^https:\/\/api\.test\/api\/drips\/unsubscribe\/[\w.-]+$/);
    expect(mail?.html).toContain(`<a href="${url}"`);
    const { status, text } = await fixture.lintel.call(new URL(url).pathname);
    expect([status, text.includes("You are unsubscribed")]).toEqual([200, true]);
  });

  it("asks the reader to reply instead where there can be no links", async () => {
    const linkless = await openMail();
    try {
      const { id, host } = await linkless.lintel.createTenant("linkless");
      const body = { name: "Ada", email: "ada@linkless.test" };
      await linkless.lintel.call("/register", { method: "POST", host, body });
      await linkless.deliver();
      const [mail] = await linkless.mailsTo("ada@linkless.test");
      const line = "To stop receiving these emails, reply with the word unsubscribe.";
      expect([
        mail?.text?.includes(line),
        mail?.html?.includes(line),
        mail?.text?.includes("https:"),
      ]).toEqual([true, true, false]);
      expect(await linkless.ledger(id)).toMatchObject([{ state: "sent" }]);
    } finally {
      await linkless.close();
    }
  });

  it.each([
    ["Ada", "Hello Ada,"],
    ["Jean-Luc Picard", "Hello Jean-Luc,"],
    ["O'Neill", "Hello O'Neill,"],
    ["J. R. Hartley", "Hello J. R.,"],
    ["李小龍", "Hello 李小龍,"],
    ["WIN $1000 NOW http://evil.test", "Hello,"],
    ["evil.test/prize Winner", "Hello,"],
    ["www.evil.test X", "Hello,"],
    ["Call +1 900 555 0199 Now", "Hello,"],
    ["Bobby<script> Tables", "Hello,"],
    ["B".repeat(60), "Hello,"],
  ])("greets %s with %s: what is no name is not passed on to somebody's address", async (name, greeting) => {
    const [mail] = await register(name);
    expect(mail?.text?.split("\n")[0]).toBe(greeting);
    if (greeting === "Hello,") expect(mail?.text).not.toContain(name.split(" ")[0] as string);
  });
});
