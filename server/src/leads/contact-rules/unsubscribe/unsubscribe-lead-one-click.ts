import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { endMarketing } from "./end-marketing.ts";

/**
 * What mail programs send for their own unsubscribe button (RFC 8058).
 *
 * @throws AppError 404 `This link is not valid`.
 */
export async function unsubscribeLeadOneClick(
  ctx: Context,
  { token }: { token: string },
): Promise<{ message: string }> {
  if (!(await endMarketing(ctx, token))) throw new AppError("not_found", "This link is not valid");
  return { message: "Unsubscribed" };
}
