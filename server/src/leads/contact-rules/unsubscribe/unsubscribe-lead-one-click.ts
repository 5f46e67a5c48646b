import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { unsubscribeByToken } from "./unsubscribe-by-token.ts";

/**
 * One-click unsubscription by a mail program (RFC 8058).
 *
 * @throws AppError 404 `This link is not valid`.
 */
export async function unsubscribeLeadOneClick(
  ctx: Context,
  { token }: { token: string },
): Promise<{ message: string }> {
  if (!(await unsubscribeByToken(ctx, token))) throw new AppError("not_found", "This link is not valid");
  return { message: "Unsubscribed" };
}
