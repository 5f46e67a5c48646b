import MailComposer from "nodemailer/lib/mail-composer";
import type MimeNode from "nodemailer/lib/mime-node";
import { encode, wrap } from "nodemailer/lib/qp";
import { compose } from "./compose.ts";
import type { Mail } from "./mail.ts";

/** A mail as it goes to a server, and from whom to whom. */
export type MailBytes = { envelope: { from: string; to: string[] }; raw: Buffer };

/**
 * Writes a mail, in one go: nodemailer makes the headers and encodes the texts, but as streams, which are for attachments,
 * and cost more than everything else that is done about a mail together.
 *
 * @throws Refused when the recipient is anything but one address.
 */
export function mailBytes(mail: Mail, from: string): MailBytes {
  const { envelope, ...fields } = compose(mail, from);
  const root = new MailComposer({ ...fields, textEncoding: "quoted-printable" }).compile();
  return { envelope, raw: Buffer.from(written(root)) };
}

function written(node: MimeNode): string {
  const head = `${node.buildHeaders()}\r\n\r\n`;
  if (!node.multipart) return `${head}${encoded(node)}\r\n`;
  const parts = node.childNodes.map((part) => `--${node.boundary}\r\n${written(part)}`);
  return `${head}${parts.join("")}--${node.boundary}--\r\n`;
}

function encoded(node: MimeNode): string {
  const { content } = node;
  if (typeof content !== "string") {
    throw new Error("Access rejected: a part of a mail is its text, and nothing to fetch");
  }
  const text = content.replaceAll(/\r\n?|\n/g, "\r\n");
  const encoding = node.getTransferEncoding();
  if (encoding === "base64") throw new Error("A part of a mail is no text");
  // Else it is 7bit, which is the text itself.
  return encoding === "quoted-printable" ? wrap(encode(text)) : text;
}
