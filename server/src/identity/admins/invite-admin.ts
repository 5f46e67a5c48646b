import { recordChange } from "../../audit/index.ts";
import { hasBrokerages, type UsesBrokerages } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { signInPlace } from "../accounts/sign-in-place.ts";
import { mailSignInLinksJob, requestLink } from "../links/sign-in-links.ts";
import type { EmailLinkBody, Message } from "../sign-in.schemas.ts";

/**
 * Mails a link that makes the owner of an address an admin and signs them in: the first admin's own address, or a colleague's (web.md,
 * W27). Nothing changes before the link is used.
 *
 * @throws AppError 403 where admins do not sign in; 409 without a brokerage, in whose name the mail is sent; 429 after five links of the
 *   address within an hour.
 */
export async function inviteAdmin(
  ctx: ActorContext<UsesBrokerages>,
  { email }: EmailLinkBody,
): Promise<Message> {
  const origin = ctx.config.consoleUrl ?? (await ownOrigin(ctx));
  if (!(await hasBrokerages(ctx))) {
    throw new AppError("conflict", "Cannot mail the link: there is no brokerage yet. Create one first.");
  }
  const isRequested = await inTransaction(ctx, async (ctx) => {
    const isRequested = await requestLink(ctx, { email, brokerageId: null, origin, grantsAdmin: true });
    if (isRequested) {
      await recordChange(ctx, {
        action: "create",
        targetType: "admin_invitation",
        targetId: email,
        brokerageId: null,
        after: { email },
      });
    }
    return isRequested;
  });
  if (!isRequested) {
    throw new AppError("too_many_requests", "Too many links to this address. Please wait an hour.", {
      retryAfter: 3600,
    });
  }
  ctx.jobs.wake(mailSignInLinksJob);
  return { message: "A link that works once, for 15 minutes, is on its way to this address." };
}

/** @throws AppError 403 where a session of an admin could not begin. */
async function ownOrigin(ctx: ActorContext<UsesBrokerages>): Promise<string> {
  const { origin, admins } = await signInPlace(ctx);
  if (!admins) throw new AppError("forbidden", "Cannot invite an admin from here: set CONSOLE_URL first");
  return origin;
}
