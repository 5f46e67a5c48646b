import { type LinkCredentials, requireLinkOfCode, wrongCode } from "../../client-tokens/index.ts";
import { requireOwnPage, withClientSession } from "../../favorites/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { WithCookie } from "../../platform/http/with-cookie.ts";
import type { ConfirmedSearch } from "../saved-searches.schemas.ts";
import { redeemConfirmation } from "./confirm-search.ts";
import { alreadyUsed, type PendingConfirmation, requireUsable } from "./search-confirmations.ts";
import { takeConfirmationTry } from "./take-confirmation-try.sql.ts";

/**
 * Saves the search of a confirmation link, by the link's token or by the code in its mail (web.md, W20), and signs the client in: a cookie
 * for pages of the same origin, and a token. The link is used up, as by `confirmSearch`.
 *
 * @throws AppError 403 for pages of other websites. 422 without a token and a code, or for a code with neither a request nor an email. With a
 *   token the errors of `confirmSearch`. With a code 400, the same for every code that saves nothing, 409 for the 51st search, and 429 after
 *   too many tries.
 */
export async function redeemSearchConfirmation(
  ctx: TenantContext<UsesListings>,
  input: LinkCredentials,
): Promise<ConfirmedSearch | WithCookie<ConfirmedSearch>> {
  requireOwnPage(ctx);
  const link = await linkOf(ctx, input);
  const confirmed = await withClientSession(ctx, (ctx) => redeemConfirmation(ctx, link));
  if (confirmed) return confirmed;
  throw input.token === undefined ? wrongCode() : alreadyUsed();
}

async function linkOf(ctx: TenantContext, input: LinkCredentials): Promise<PendingConfirmation> {
  if (input.token !== undefined) return requireUsable(ctx, input.token);
  return requireLinkOfCode(ctx, input, takeConfirmationTry);
}
