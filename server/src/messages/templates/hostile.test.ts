import type { Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostileTexts, inHeader, inOneLine, markup, seen } from "../../../test/harness/hostile-texts.ts";
import { FROM, type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";

const AGENT = "agent@agents.test";
const VISITOR = "ada@visitors.test";

/** What an agent and a visitor get, of a brokerage of that name, whose visitor writes all this. */
describe("what people type into our mails", () => {
  let fixture: MailFixture;
  let ordinary: Awaited<ReturnType<typeof mailsOf>>;
  let made = 0;
  beforeAll(async () => {
    fixture = await openMail({ PUBLIC_API_URL: "https://api.test" });
    ordinary = await mailsOf({});
  });
  afterAll(() => fixture.close());

  async function mailsOf({
    brokerage = "North",
    name = "Ada Lovelace",
    subject = "A question",
    message = "Hello",
  }) {
    const { id, host } = await fixture.lintel.createTenant(`typing-${++made}`);
    const admin = await fixture.lintel.createKey("admin");
    const call = (method: "POST" | "PUT", path: string, body: object) =>
      fixture.lintel.call(path, { method, host, body, key: admin });
    expect((await call("PUT", `/api/admin/brokerages/${id}`, { name: brokerage })).status).toBe(200);
    await fixture.lintel.createAgent(id, { name: "Ann", email: AGENT });
    const registered = await call("POST", "/register", { name, email: VISITOR });
    expect(registered.status).toBe(200);
    const form = { firstName: name, lastName: "L", email: VISITOR, subject, message, source_page: subject };
    expect((await call("POST", "/api/contact", form)).status).toBe(200);
    expect((await call("POST", "/api/v1/favorites/magic-link", { email: VISITOR })).status).toBe(200);
    fixture.server.arrived.length = 0;
    expect(await fixture.deliver()).toMatchObject({ sent: 4 });
    const mails = await fixture.server.read();
    const find = (start: string, text: string) =>
      mails.find((mail) => mail.subject?.startsWith(start) && mail.text?.includes(text)) as Email;
    return {
      welcome: find("Welcome to ", ""),
      magicLink: find("Your link to ", ""),
      registered: find("New lead assigned: ", "registration on the website"),
      contact: find("New lead assigned: ", "the contact form"),
      envelopes: fixture.server.arrived.map(({ from, to }) => [from, ...to]),
    };
  }

  const plain = (mail: Email) => mail.text?.replaceAll(/\s+/g, " ");

  describe.each(Object.entries(hostileTexts))("%s", (_name, text) => {
    let mails: typeof ordinary;
    beforeAll(async () => {
      mails = await mailsOf({ brokerage: text, name: text, subject: text, message: text });
    });

    it("goes only to its recipient, and adds neither header nor element", () => {
      expect(mails.envelopes.toSorted()).toEqual([
        [FROM, VISITOR],
        [FROM, VISITOR],
        [FROM, AGENT],
        [FROM, AGENT],
      ]);
      for (const kind of ["welcome", "magicLink", "registered", "contact"] as const) {
        const [mail, usual] = [mails[kind], ordinary[kind]];
        expect(mail.headers.map(({ key }) => key)).toEqual(usual.headers.map(({ key }) => key));
        expect(mail.from).toEqual({ name: inHeader(text), address: FROM });
        expect(markup(mail.html ?? "")).toEqual(markup(usual.html ?? ""));
      }
    });

    it("stands as it is in the subject and in both parts", () => {
      const { welcome, magicLink, registered, contact } = mails;
      expect(welcome.subject).toBe(`Welcome to ${inHeader(text)}`);
      expect(magicLink.subject).toBe(`Your link to ${inHeader(text)}: favorites on all your devices`);
      expect(seen(magicLink.html ?? "")).toContain(`favorite homes at ${inOneLine(text)}. It brings`);
      expect(plain(welcome)).toContain(`Thank you for registering with ${inOneLine(text)}.`);
      expect(seen(welcome.html ?? "")).toContain(`Thank you for registering with ${inOneLine(text)}.`);
      expect(inOneLine(contact.subject ?? "")).toBe(`New lead assigned: ${inHeader(`${text} L`)}`);
      expect(contact.text).toMatch(
        /^About: +\S.*\nOn page: +\S.*\nPreferences: +none detected yet\n\nMessage:\n> /m,
      );
      expect(contact.text).toContain(`\nAbout:        ${inOneLine(text)}\n`);
      expect(seen(contact.html ?? "")).toContain(`About ${inOneLine(text)} On page`);
      for (const line of text.split(/\r?\n/).filter(Boolean)) {
        expect(contact.text).toContain(`\n> ${inOneLine(line)}\n`);
        expect(seen(contact.html ?? "")).toContain(inOneLine(line));
      }
      // Nothing that was typed begins a line of ours.
      expect(registered.text?.match(/^Phone:.*$/gm)).toEqual(["Phone:        not given"]);
      expect(contact.text?.match(/^Phone:.*$/gm)).toEqual(["Phone:        not given"]);
    });
  });
});
