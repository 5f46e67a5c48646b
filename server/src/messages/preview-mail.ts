import type { Context } from "../platform/context.ts";
import { inHeader } from "../platform/mail/compose.ts";
import { messageSenders } from "./delivery/message-senders.ts";
import type { DirectMail } from "./enqueue-claimed-mail.ts";
import { leadUnsubscribeLink } from "./lead-unsubscribe-link.ts";
import type { Draft } from "./templates/draft.ts";
import { htmlPart } from "./templates/html-part.ts";
import { templates } from "./templates/templates.ts";
import { textPart } from "./templates/text-part.ts";

/**
 * A mail as text and as HTML, with its footer. Nothing is written or sent.
 *
 * @returns null while the brokerage is disabled.
 */
export async function previewMail(
  ctx: Context,
  { brokerageId, leadId, template, data }: Pick<DirectMail, "brokerageId" | "leadId" | "template" | "data">,
): Promise<{ subject: string; text: string; html: string; footerIsLink: boolean } | null> {
  const sender = await messageSenders(ctx)(brokerageId);
  if (!sender) return null;
  const draft = (templates[template].mail as (data: object) => Draft)(data);
  const unsubscribeUrl = await leadUnsubscribeLink(ctx, leadId);
  const from = { ...sender, unsubscribeUrl };
  return {
    subject: inHeader(draft.subject),
    text: textPart(draft, from),
    html: htmlPart(draft, from),
    footerIsLink: unsubscribeUrl !== null,
  };
}
