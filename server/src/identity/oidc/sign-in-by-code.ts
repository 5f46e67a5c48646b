import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { WithCookie } from "../../platform/http/with-cookie.ts";
import { isHome, type SignInPlace } from "../accounts/sign-in-place.ts";
import { authenticateToken } from "../authenticate.ts";
import { SIGN_IN_PATH } from "../links/sign-in-links.ts";
import type { UsesIdentity } from "../services.ts";
import { beginActorSession } from "../sessions/begin-session.ts";
import type { SignedIn, SignInBody } from "../sign-in.schemas.ts";
import { exchangeCode } from "./exchange-code.ts";

/**
 * Signs a person in by the code that the OpenID provider has given the console (web.md, W28). The console has made the state, the nonce
 * and the code verifier, and compares the state itself.
 *
 * @throws AppError 400 without OIDC_CLIENT_ID; 401 for a code that the provider refuses, and for an ID token with another nonce; 403 where
 *   the provider is not at home; 422; 503.
 */
export async function signInByCode(
  ctx: Context<UsesIdentity>,
  place: SignInPlace,
  { oidc_code, code_verifier, redirect_uri, nonce }: SignInBody,
): Promise<WithCookie<SignedIn>> {
  const { bearerTokens } = ctx.identity;
  if (bearerTokens === null || bearerTokens.config.client === null) {
    throw new AppError("bad_request", "OIDC_CLIENT_ID is not set: sign in by email");
  }
  if (!isHome(ctx.config, place)) {
    throw new AppError("forbidden", "The identity provider signs in at the address of CONSOLE_URL");
  }
  if (code_verifier === undefined) throw invalid("code_verifier", "is required", "missing");
  const own = place.origin + SIGN_IN_PATH;
  if (redirect_uri !== own) throw invalid("redirect_uri", `must be ${own}`, "value_error");
  const token = await exchangeCode(ctx, await bearerTokens.provider(), bearerTokens.config.client, {
    code: oidc_code as string,
    verifier: code_verifier,
    redirectUri: own,
    nonce,
  });
  const actor = await authenticateToken(ctx, token);
  return beginActorSession(ctx, actor, { place, method: "oidc" });
}

function invalid(field: string, complaint: string, type: string): AppError {
  return new AppError("invalid", [{ loc: ["body", field], msg: `${field} ${complaint}`, type }]);
}
