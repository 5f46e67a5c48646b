import type { Context } from "../../platform/context.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { leadUnsubscribeLink } from "../lead-unsubscribe-link.ts";
import type { ClaimedMessage } from "../message.ts";
import type { Draft } from "../templates/draft.ts";
import { htmlPart } from "../templates/html-part.ts";
import { marketing, templates } from "../templates/templates.ts";
import { textPart } from "../templates/text-part.ts";
import type { MessageSender } from "./message-senders.ts";

/** Renders a message of the ledger as a mail of its brokerage, with the legally required footer. */
export async function composeMail(ctx: Context, message: ClaimedMessage, from: MessageSender): Promise<Mail> {
  const { template, data, audience, replyTo, date, withheldBefore = 0 } = message.content;
  const draft = withWithheldNote(withheldBefore, (templates[template].mail as (data: object) => Draft)(data));
  const { unsubscribe } = draft;
  const hasLink = audience === "public" && unsubscribe === undefined;
  const unsubscribeUrl = hasLink ? await linkFor(ctx, message.lead_id) : undefined;
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
    ...(unsubscribe && { unsubscribeUrl: unsubscribe.oneClick }),
    date: new Date(date),
  };
}

/** Adds the number of messages withheld before this one. */
function withWithheldNote(withheld: number, draft: Draft): Draft {
  if (withheld === 0) return draft;
  const messages = withheld === 1 ? "1 more message" : `${withheld} more messages`;
  const note = `${messages} about the same person were withheld since the last one, because too many came at once. All leads are in the list of leads.`;
  return { ...draft, body: [...draft.body, note] };
}

async function linkFor(ctx: Context, leadId: number | null): Promise<string | null> {
  return leadId === null ? null : leadUnsubscribeLink(ctx, leadId);
}
