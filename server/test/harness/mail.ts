import type { Mail } from "../../src/platform/mail/mail.ts";

let written = 0;

/** A mail, with what a test needs of it. */
export function someMail(parts: Partial<Mail> = {}): Mail {
  return {
    messageId: `<mail-${++written}@lintel.test>`,
    fromName: "North Realty",
    to: "ada@visitors.test",
    replyTo: null,
    subject: "A subject",
    text: "A text.",
    html: "<p>A text.</p>",
    date: new Date("2026-06-15T12:00:00Z"),
    ...parts,
  };
}
