import MailComposer from "nodemailer/lib/mail-composer";
import { PermanentFailure } from "../errors.ts";
import type { Mail } from "./mail.ts";

/**
 * The mail as nodemailer takes it, which encodes headers and bodies: no text can add a header, and the envelope names the
 * one recipient.
 *
 * @throws PermanentFailure when the recipient is anything but one address.
 */
export function compose(mail: Mail, from: string) {
  if (!isOneAddress(mail.to)) throw new PermanentFailure("the recipient is no email address");
  return {
    envelope: { from, to: [mail.to] },
    messageId: mail.messageId,
    date: mail.date,
    from: { name: inHeader(mail.fromName), address: from },
    to: { name: "", address: mail.to },
    ...(mail.replyTo && isOneAddress(mail.replyTo) && { replyTo: { name: "", address: mail.replyTo } }),
    subject: inHeader(mail.subject),
    text: mail.text,
    html: mail.html,
    // Nothing is fetched from a path or URL that a name or a template might hold.
    disableFileAccess: true,
    disableUrlAccess: true,
    textEncoding: "quoted-printable" as const,
    headers: {
      // Suppresses out-of-office replies and receipts.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "OOF, AutoReply",
      // Mail programs show a button for them.
      ...(mail.unsubscribeUrl && {
        "List-Unsubscribe": `<${mail.unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}

/**
 * The mail as an RFC 822 message for people who read its file: text and HTML as they are (8bit), where what an SMTP server gets
 * breaks long lines and links (quoted-printable).
 */
export async function composeReadable(mail: Mail, from: string): Promise<Buffer> {
  const message = {
    ...compose(mail, from),
    text: unencoded("text/plain", mail.text),
    html: unencoded("text/html", mail.html),
  };
  return new MailComposer(message).compile().build();
}

/** A body part with its own headers. */
function unencoded(type: string, content: string): { raw: string } {
  const lines = content.replaceAll(/\r?\n/g, "\r\n");
  return { raw: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${lines}` };
}

/** Line breaks and other control characters end here. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
}

/** A text as it stands in a header: a mail program would decode a `=?utf-8?q?…?=` that a visitor typed. */
export function inHeader(text: string): string {
  return oneLine(text).replaceAll("=?", "= ?");
}

/** What nodemailer would take for several is none. */
function isOneAddress(text: string): boolean {
  return /^[^\s\p{Cc},;:<>()[\]\\"@]+@[^\s\p{Cc},;:<>()[\]\\"@]+$/u.test(text);
}
