import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { endAlerts } from "./end-alerts.ts";
import { unsubscribeTarget } from "./unsubscribe-links.ts";

/**
 * One-click unsubscription by a mail program (RFC 8058; search.md, D51).
 *
 * @throws AppError 404 `This link is not valid`, for a forged token.
 */
export async function unsubscribeAlertsOneClick(
  ctx: Context,
  { token }: { token: string },
): Promise<{ message: string }> {
  const target = await unsubscribeTarget(ctx, token);
  if (!target) throw new AppError("not_found", "This link is not valid");
  await endAlerts(ctx, target);
  return { message: "Unsubscribed" };
}
