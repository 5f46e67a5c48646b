import type { Context } from "../platform/context.ts";
import { inHeader } from "../platform/mail/compose.ts";
import { messageSenders } from "./delivery/message-senders.ts";
import type { DirectMail } from "./enqueue-claimed-mail.ts";
import { leadUnsubscribeLink } from "./lead-unsubscribe-link.ts";
import type { Draft } from "./templates/draft.ts";
import { templates } from "./templates/templates.ts";
import { textPart } from "./templates/text-part.ts";

/**
 * The text of a mail with its footer. Nothing is written or sent.
 *
 * @returns null while the brokerage is disabled.
 */
export async function previewMail(
  ctx: Context,
  { brokerageId, leadId, template, data }: Pick<DirectMail, "brokerageId" | "leadId" | "template" | "data">,
): Promise<{ subject: string; text: string; footerIsLink: boolean } | null> {
  const sender = await messageSenders(ctx)(brokerageId);
  if (!sender) return null;
  const draft = (templates[template].mail as (data: object) => Draft)(data);
  const unsubscribeUrl = await leadUnsubscribeLink(ctx, leadId);
  return {
    subject: inHeader(draft.subject),
    text: textPart(draft, { ...sender, unsubscribeUrl }),
    footerIsLink: unsubscribeUrl !== null,
  };
}
