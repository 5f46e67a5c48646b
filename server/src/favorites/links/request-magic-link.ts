import { brokerageBranding, primaryContactEmail } from "../../brokerages/index.ts";
import { linkUrl } from "../../client-tokens/index.ts";
import { lockPerson } from "../../leads/index.ts";
import { enqueueMail } from "../../messages/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { Done, RequestMagicLinkBody } from "../favorites.schemas.ts";
import { createLink } from "./magic-links.ts";

/**
 * Mails a link that verifies the address of its recipient, and a code that does the same. The reply is the same whether or not the brokerage knows
 * the address.
 *
 * @throws AppError 429 while three links to the email are pending, of any sender.
 */
export async function requestMagicLink(
  ctx: TenantContext,
  { email, request_id: requestId }: RequestMagicLinkBody,
): Promise<Done> {
  const { brokerageId } = ctx.tenant;
  await inTransaction(ctx, async (ctx) => {
    await lockPerson(ctx, { brokerageId, email });
    const { id, token, code } = await createLink(ctx, email, requestId);
    const { name, website } = await brokerageBranding(ctx.db, brokerageId);
    // The route takes no brokerage_id, so the tenant has a domain.
    const url = linkUrl(ctx, { website, domain: ctx.tenant.domain as string, path: PAGE_PATH }, token);
    await enqueueMail(ctx, {
      brokerageId,
      leadId: null,
      template: "magic_link",
      data: { brokerage: name, url, code },
      to: email,
      replyTo: await primaryContactEmail(ctx.db, brokerageId),
      audience: "public",
      occasion: `magic link ${id}`,
    });
  });
  return { success: true, message: "Check your email: we have sent you a link that works for 15 minutes." };
}

/** Path of the page that a link opens, on a brokerage's own website and on the built-in one. */
export const PAGE_PATH = "/favorites/verify";
