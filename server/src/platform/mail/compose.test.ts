import MailComposer from "nodemailer/lib/mail-composer";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { someMail } from "../../../test/harness/mail.ts";
import { PermanentFailure } from "../errors.ts";
import { compose } from "./compose.ts";
import type { Mail } from "./mail.ts";

/** The mail as it leaves, and as a mail program reads it. */
async function written(parts: Partial<Mail>) {
  const mail = someMail(parts);
  const { envelope } = compose(mail, "office@lintel.test");
  const raw = await new MailComposer(compose(mail, "office@lintel.test")).compile().build();
  return { envelope, raw: String(raw), read: await PostalMime.parse(raw) };
}

const hostile = {
  "a script": "Bobby <script>alert(1)</script>",
  "a header": "Bobby\r\nBcc: x@y.test",
  "a header after a bare newline": "Bobby\nBcc: x@y.test",
  "a header after a bare return": "Bobby\rBcc: x@y.test",
  "an empty line and a body": "Bobby\r\n\r\n<h1>Pwned</h1>",
  "a header after a line separator": "Bobby\u2028Bcc: x@y.test",
  "an encoded header": "=?utf-8?q?Bobby=0D=0ABcc:_x@y.test?=",
  "another sender": '"Bobby" <x@y.test>, z@y.test',
  quotes: `Bobby "the 'Rock' \\" O"Neill`,
  "control characters": "Bobby\u0007\u001b[31m\u0085",
  emoji: "Bobby 👩‍👩‍👧‍👦🏠",
  "right to left": "بوبي \u202eetirw",
  "a hundred characters": "ß漢字Ω".repeat(25),
  "a hundred letters": "B".repeat(100),
};

describe.each(Object.entries(hostile))("a mail that holds %s", (_name, text) => {
  const flat = text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replaceAll("=?", "= ?");

  it("in its subject has it there and nowhere else", async () => {
    const { envelope, read } = await written({ subject: `New lead: ${text}` });
    expect(read.subject).toBe(`New lead: ${flat}`);
    expect(envelope).toEqual({ from: "office@lintel.test", to: ["ada@visitors.test"] });
    expect(read).toMatchObject({ to: [{ address: "ada@visitors.test" }], text: "A text.\n" });
    expect([read.bcc, read.cc]).toEqual([undefined, undefined]);
  });

  it("in its sender's name has it there, before the address that is ours", async () => {
    const { envelope, read } = await written({ fromName: text });
    expect(read.from).toEqual({ name: flat, address: "office@lintel.test" });
    expect(envelope).toEqual({ from: "office@lintel.test", to: ["ada@visitors.test"] });
    expect([read.bcc, read.cc, read.subject]).toEqual([undefined, undefined, "A subject"]);
  });

  it("in its text has it there as it is", async () => {
    const { read } = await written({ text, html: `<p>${text}</p>` });
    const lines = (body = "") => body.trimEnd().replaceAll(/\r\n?/g, "\n");
    expect(lines(read.text)).toBe(lines(text));
    expect(lines(read.html)).toBe(lines(`<p>${text}</p>`));
    expect([read.bcc, read.subject]).toEqual([undefined, "A subject"]);
  });
});

describe("compose", () => {
  it("writes headers of at most 78 characters a line, in ASCII", async () => {
    const { raw } = await written({ fromName: "漢".repeat(100), subject: "ß ".repeat(100) });
    const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
    expect(head).toMatch(/^[\x20-\x7e\r\n]+$/);
    for (const line of head.split("\r\n")) expect(line.length).toBeLessThanOrEqual(78);
  });

  it("asks programs not to answer by themselves", async () => {
    const { read } = await written({});
    const headers = new Map(read.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("auto-submitted")).toBe("auto-generated");
    expect(headers.get("x-auto-response-suppress")).toBe("OOF, AutoReply");
  });

  it("fetches nothing, for any text", async () => {
    const odd = { path: "/etc/passwd" } as unknown as string;
    await expect(written({ html: odd })).rejects.toThrow(/access rejected/i);
  });

  it.each([
    "ada@visitors.test, x@y.test",
    "ada@visitors.test\r\nRCPT TO:<x@y.test>",
    "Ada <x@y.test>",
    "a:b@c.test;",
    "ada",
  ])("refuses the recipient %j, and answers to none like it", async (address) => {
    await expect(written({ to: address })).rejects.toEqual(
      new PermanentFailure("the recipient is no email address"),
    );
    expect((await written({ replyTo: address })).read.replyTo).toBeUndefined();
  });
});
