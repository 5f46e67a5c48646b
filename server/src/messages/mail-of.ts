import type { Context } from "../context.ts";
import type { Mail } from "../platform/mail/mail.ts";
import type { ClaimedMessage } from "./claim-due-messages.sql.ts";
import { leadUnsubscribeLink } from "./lead-unsubscribe-link.ts";
import type { MessageSender } from "./message-senders.ts";
import type { Draft } from "./templates/draft.ts";
import { htmlPart } from "./templates/html-part.ts";
import { marketing, templates } from "./templates/templates.ts";
import { textPart } from "./templates/text-part.ts";

/** A message of the ledger as the mail it becomes: from its brokerage, with what the law wants below it. */
export async function mailOf(ctx: Context, message: ClaimedMessage, from: MessageSender): Promise<Mail> {
  const { template, data, audience, replyTo, date } = message.content;
  const draft = (templates[template].mail as (data: object) => Draft)(data);
  const unsubscribeUrl = audience === "public" ? await linkFor(ctx, message.lead_id) : undefined;
  const sender = { ...from, ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) };
  return {
    messageId: message.reference,
    fromName: sender.brokerage,
    to: message.recipient,
    replyTo: replyTo ?? null,
    subject: draft.subject,
    text: textPart(draft, sender),
    html: htmlPart(draft, sender),
    ...(unsubscribeUrl && marketing.includes(template) && { unsubscribeUrl }),
    date: new Date(date),
  };
}

async function linkFor(ctx: Context, leadId: number | null): Promise<string | null> {
  return leadId === null ? null : leadUnsubscribeLink(ctx, leadId);
}
