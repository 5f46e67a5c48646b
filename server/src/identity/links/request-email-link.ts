import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import { foreignRequest } from "../../platform/http/foreign-requests.ts";
import { signInPlace } from "../accounts/sign-in-place.ts";
import type { EmailLinkBody, Message } from "../sign-in.schemas.ts";
import { mailSignInLinksJob, requestLink } from "./sign-in-links.ts";

/**
 * Mails a link that signs a member of staff in. The reply is the same, and takes as long, for every address: whose it is, a job finds out.
 * A person's sixth link of one brokerage, or of CONSOLE_URL, within an hour is not sent.
 *
 * @throws AppError 403 over http and for pages of other websites, 404 `Brokerage not found`.
 */
export async function requestEmailLink(
  ctx: Context<UsesBrokerages>,
  { email }: EmailLinkBody,
): Promise<Message> {
  if (ctx.isForeignWrite) throw foreignRequest();
  const { origin, brokerageId } = await signInPlace(ctx);
  await requestLink(ctx, { email, brokerageId, origin });
  ctx.jobs.wake(mailSignInLinksJob);
  return {
    message:
      "If this is the address of a member of staff, a link that works once, for 15 minutes, is on its way to it.",
  };
}
