import type { Context } from "../platform/context.ts";
import { enqueue, enqueueAtCommit } from "./enqueue.ts";
import type { Audience, NewMessage } from "./message.ts";
import type { TemplateData, TemplateName } from "./templates/templates.ts";

export type NewMail<Name extends TemplateName> = {
  brokerageId: number;
  leadId: number | null;
  /** Also its name in the lead's list of messages. */
  template: Name;
  data: TemplateData<Name>;
  to: string;
  replyTo: string | null;
  audience: Audience;
  /** The event that causes it, for this recipient: an occasion has one mail, however often it is reported. */
  occasion: string;
  dueAt?: Date;
  /** The email of the visitor whose form or request causes it: see `NewMessage`. */
  causedBy?: string | null;
};

/**
 * Adds a mail to the ledger, in the transaction of its cause; it is sent after the commit.
 *
 * @returns false when the occasion already has its mail.
 */
export async function enqueueMail<Name extends TemplateName>(
  ctx: Context,
  mail: NewMail<Name>,
): Promise<boolean> {
  const { added } = await enqueue(ctx, [messageOf(mail)]);
  return added === 1;
}

/** The same, with the transaction's other messages before the commit (`enqueueAtCommit`). */
export async function enqueueMailAtCommit<Name extends TemplateName>(
  ctx: Context,
  mail: NewMail<Name>,
): Promise<void> {
  await enqueueAtCommit(ctx, [messageOf(mail)]);
}

function messageOf<Name extends TemplateName>({
  template,
  data,
  to,
  replyTo,
  audience,
  occasion,
  ...mail
}: NewMail<Name>): NewMessage {
  return {
    ...mail,
    channel: "email",
    recipient: to,
    occasion: template === ERASURE_DONE ? `${template}:${occasion}` : mailOccasion(template, occasion, to),
    content: { template, data, replyTo, audience },
  };
}

/** Sent after the recipient's erasure: its row does not keep the address once it is sent. */
export const ERASURE_DONE = "privacy_erasure_done" satisfies TemplateName;

export function mailOccasion(template: TemplateName, occasion: string, to: string): string {
  return `${template}:${occasion}:${to.toLowerCase()}`;
}
