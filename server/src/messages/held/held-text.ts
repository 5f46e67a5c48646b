import type { Context } from "../../platform/context.ts";
import { inHeader } from "../../platform/mail/compose.ts";
import { leadUnsubscribeLink } from "../lead-unsubscribe-link.ts";
import { messageSenders } from "../message-senders.ts";
import type { Draft } from "../templates/draft.ts";
import { templates } from "../templates/templates.ts";
import { textPart } from "../templates/text-part.ts";
import type { HeldMail } from "./hold-mail.ts";

/**
 * What a mail would say, in plain text, with what stands below it. Nothing is written or sent.
 *
 * @returns null while the brokerage is disabled.
 */
export async function heldText(
  ctx: Context,
  { brokerageId, leadId, template, data }: Pick<HeldMail, "brokerageId" | "leadId" | "template" | "data">,
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
