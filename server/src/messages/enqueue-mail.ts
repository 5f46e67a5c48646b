import { randomUUID } from "node:crypto";
import type { Context } from "../context.ts";
import { afterCommit } from "../platform/database/database.ts";
import type { MessageContent } from "./message-content.ts";
import type { TemplateData, TemplateName } from "./templates/templates.ts";

/** The job that sends what is due. */
export const DELIVER_MESSAGES = "deliver-messages";

export type NewMail<Name extends TemplateName> = {
  brokerageId: number;
  leadId: number | null;
  /** Also what the lead's list of messages calls it. */
  template: Name;
  data: TemplateData<Name>;
  to: string;
  replyTo: string | null;
  /** Whether it goes to staff; all other mail has an unsubscribe line. */
  audience: "staff" | "public";
  /** What gave rise to it, for this recipient: the same occasion makes one mail, however often it is reported. */
  occasion: string;
  dueAt?: Date;
};

/**
 * Writes a mail into the ledger, in the transaction of what gives rise to it; it leaves once that is committed.
 *
 * @returns false when the occasion has its mail already.
 */
export async function enqueueMail<Name extends TemplateName>(
  ctx: Context,
  mail: NewMail<Name>,
): Promise<boolean> {
  const now = ctx.clock.now();
  const dueAt = mail.dueAt ?? now;
  const content: MessageContent = {
    template: mail.template,
    data: mail.data,
    replyTo: mail.replyTo,
    audience: mail.audience,
    date: dueAt.toISOString(),
  };
  const row = await ctx.db
    .insertInto("messages")
    .values({
      brokerage_id: mail.brokerageId,
      lead_id: mail.leadId,
      kind: mail.template,
      channel: "email",
      recipient: mail.to,
      occasion: `${mail.template}:${mail.occasion}:${mail.to.toLowerCase()}`,
      reference: `<${randomUUID()}@${mailDomain(ctx.config.mail.from)}>`,
      due_at: dueAt,
      content: JSON.stringify(content),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("occasion").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  afterCommit(ctx, () => ctx.jobs.wake(DELIVER_MESSAGES));
  return true;
}

function mailDomain(from: string): string {
  return from.slice(from.lastIndexOf("@") + 1);
}
