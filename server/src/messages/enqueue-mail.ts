import type { Context } from "../platform/context.ts";
import { enqueue } from "./enqueue.ts";
import type { Audience } from "./message.ts";
import type { TemplateData, TemplateName } from "./templates/templates.ts";

export type NewMail<Name extends TemplateName> = {
  brokerageId: number;
  leadId: number | null;
  /** Also what the lead's list of messages calls it. */
  template: Name;
  data: TemplateData<Name>;
  to: string;
  replyTo: string | null;
  audience: Audience;
  /** What gave rise to it, for this recipient: the same occasion makes one mail, however often it is reported. */
  occasion: string;
  dueAt?: Date;
  /** The email of the visitor whose form or request gives rise to it: see `NewMessage`. */
  causedBy?: string | null;
};

/**
 * Writes a mail into the ledger, in the transaction of what gives rise to it; it leaves once that is committed.
 *
 * @returns false when the occasion has its mail already.
 */
export async function enqueueMail<Name extends TemplateName>(
  ctx: Context,
  { template, data, to, replyTo, audience, occasion, ...mail }: NewMail<Name>,
): Promise<boolean> {
  const { added } = await enqueue(ctx, [
    {
      ...mail,
      channel: "email",
      recipient: to,
      occasion: template === ERASURE_DONE ? `${template}:${occasion}` : mailOccasion(template, occasion, to),
      content: { template, data, replyTo, audience },
    },
  ]);
  return added === 1;
}

/** Its recipient has been erased: when the mail has left, its row does not name the recipient. */
export const ERASURE_DONE = "privacy_erasure_done" satisfies TemplateName;

export function mailOccasion(template: TemplateName, occasion: string, to: string): string {
  return `${template}:${occasion}:${to.toLowerCase()}`;
}
