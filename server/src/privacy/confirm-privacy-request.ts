import type { Context } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { acceptConfirmation } from "./accept-confirmation.ts";
import type { PrivacyRequestReceived, TokenParams } from "./privacy.schemas.ts";

/**
 * Confirms a request, for pages of a brokerage's own.
 *
 * @throws AppError 404 `This link is not valid` for any invalid token.
 */
export async function confirmPrivacyRequest(
  ctx: Context,
  { token }: TokenParams,
): Promise<PrivacyRequestReceived> {
  const request = await acceptConfirmation(ctx, token);
  if (!request) throw new AppError("not_found", "This link is not valid");
  return { id: request.id, status: request.status };
}
