import type { Context } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import type { UnsubscribeParams, UnsubscribeReply } from "./newsletter.schemas.ts";
import { endSubscription } from "./unsubscribe-link.ts";

/** Unsubscribes for the button of a mail program (RFC 8058). @throws AppError 404 `This link is not valid`. */
export async function unsubscribeFromNewsletterOneClick(
  ctx: Context,
  { token }: UnsubscribeParams,
): Promise<UnsubscribeReply> {
  if (!(await endSubscription(ctx, token))) throw new AppError("not_found", "This link is not valid");
  return { message: "Unsubscribed" };
}
