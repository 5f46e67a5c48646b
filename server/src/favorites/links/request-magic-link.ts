import { brokerageBranding, primaryContactEmail } from "../../brokerages/index.ts";
import { lockPerson } from "../../leads/index.ts";
import { enqueueMail } from "../../messages/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { Done, RequestMagicLinkBody } from "../favorites.schemas.ts";
import { magicLinkUrl } from "./magic-link-url.ts";
import { addLink } from "./magic-links.ts";

/**
 * Sends a link to an address, by which whoever gets its mail shows that it is theirs. It says the same to everybody, whether
 * the brokerage knows the address or not.
 *
 * @throws AppError 429 while three links of the email are pending, however they were asked for.
 */
export async function requestMagicLink(ctx: TenantContext, { email }: RequestMagicLinkBody): Promise<Done> {
  const { brokerageId } = ctx.tenant;
  await inTransaction(ctx, async (ctx) => {
    await lockPerson(ctx.db, { brokerageId, email });
    const { id, token } = await addLink(ctx, email);
    const { name, website } = await brokerageBranding(ctx.db, brokerageId);
    // The route takes no brokerage_id, so there is a domain.
    const url = magicLinkUrl(ctx, { website, domain: ctx.tenant.domain as string }, token);
    await enqueueMail(ctx, {
      brokerageId,
      leadId: null,
      template: "magic_link",
      data: { brokerage: name, url },
      to: email,
      replyTo: await primaryContactEmail(ctx.db, brokerageId),
      audience: "public",
      occasion: `magic link ${id}`,
    });
  });
  return { success: true, message: "Check your email: we have sent you a link that works for 15 minutes." };
}
