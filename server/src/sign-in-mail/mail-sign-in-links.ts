import { brokerageSummary, enabledBrokerages, primaryContactEmail } from "../brokerages/index.ts";
import { type LinkToMail, takeWaitingLink } from "../identity/index.ts";
import { enqueueMail } from "../messages/index.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";

/**
 * Mails the links that staff have requested to sign in; an address without an account gets none. A slice of its own, because messages
 * uses identity, which therefore cannot use messages.
 */
export async function mailSignInLinks(ctx: Context): Promise<void> {
  while (!ctx.signal.aborted) {
    const isDone = await inTransaction(ctx, async (ctx) => {
      const link = await takeWaitingLink(ctx);
      if (link) await enqueueLink(ctx, link);
      return link === undefined;
    });
    if (isDone) return;
  }
}

/** An admin's link is sent in the name of the oldest brokerage, where it is for no brokerage's staff. */
async function enqueueLink(
  ctx: Context,
  { id, email, url, isInvitation, ...link }: LinkToMail,
): Promise<void> {
  const brokerageId = link.brokerageId ?? (await enabledBrokerages(ctx.db))[0];
  if (brokerageId === undefined) {
    ctx.log.warn({ link: id }, "sign-in link not mailed, there is no brokerage");
    return;
  }
  const { name } = await brokerageSummary(ctx.db, brokerageId);
  await enqueueMail(ctx, {
    brokerageId,
    leadId: null,
    template: "sign_in_link",
    data: { brokerage: name, url, isInvitation },
    to: email,
    replyTo: await primaryContactEmail(ctx.db, brokerageId),
    audience: "staff",
    occasion: `sign-in link ${id}`,
  });
}
