import { type LinkCredentials, requireLinkOfCode, wrongCode } from "../../client-tokens/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { WithCookie } from "../../platform/http/with-cookie.ts";
import type { VerifiedClient } from "../favorites.schemas.ts";
import { alreadyUsed, type MagicLink, requireUsableLink } from "../links/magic-links.ts";
import { takeCodeTry } from "../links/take-code-try.sql.ts";
import { redeemLink } from "../links/verify-magic-link.ts";
import { requireOwnPage, withClientSession } from "./with-client-session.ts";

/**
 * Signs a client in by the token of a magic link, or by the code in its mail: a cookie for pages of the same origin, and a token. The
 * link is used up, as by `verifyMagicLink`.
 *
 * @throws AppError 403 for pages of other websites. 422 without a token and a code, or for a code with neither a request nor an email. With a
 *   token the errors of `verifyMagicLink`. With a code 400, the same for every code that does not sign in, and 429 after too many tries.
 */
export async function createClientSession(
  ctx: TenantContext,
  input: LinkCredentials,
): Promise<VerifiedClient | WithCookie<VerifiedClient>> {
  requireOwnPage(ctx);
  const link = await linkOf(ctx, input);
  const client = await withClientSession(ctx, (ctx) => redeemLink(ctx, link));
  if (client) return client;
  throw input.token === undefined ? wrongCode() : alreadyUsed();
}

async function linkOf(ctx: TenantContext, input: LinkCredentials): Promise<MagicLink> {
  if (input.token !== undefined) return requireUsableLink(ctx, input.token);
  return requireLinkOfCode(ctx, input, takeCodeTry);
}
