import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { foreignRequest } from "../../platform/http/foreign-requests.ts";
import type { WithCookie } from "../../platform/http/with-cookie.ts";
import { type SignInPlace, signInPlace } from "../accounts/sign-in-place.ts";
import { requireOpenKey } from "../admins/require-open-key.ts";
import { authenticateKey } from "../keys/authenticate-key.ts";
import { signInByLink } from "../links/sign-in-by-link.ts";
import { signInByCode } from "../oidc/sign-in-by-code.ts";
import type { UsesIdentity } from "../services.ts";
import type { AccountChoice, SignedIn, SignInBody } from "../sign-in.schemas.ts";
import { beginActorSession } from "./begin-session.ts";

/**
 * Signs a browser in, by a link, an API key, or a code of the OpenID provider (web.md: Staff sign in).
 *
 * @returns a choice where the email of a link has several accounts.
 * @throws AppError 401 for a link, a key or a code that does not sign in; 403 over http, for pages of other websites, for an admin on a
 *   brokerage's domain and for staff of another brokerage; 422.
 */
export async function createStaffSession(
  ctx: Context<UsesIdentity & UsesBrokerages>,
  input: SignInBody,
): Promise<WithCookie<SignedIn> | AccountChoice> {
  if (ctx.isForeignWrite) throw foreignRequest();
  const place = await signInPlace(ctx);
  const { token, account, api_key, oidc_code } = input;
  if ([token, api_key, oidc_code].filter((way) => way !== undefined).length !== 1) {
    const msg = "token, api_key or oidc_code must be given: one of them";
    throw new AppError("invalid", [{ loc: ["body"], msg, type: "value_error" }]);
  }
  if (token !== undefined) return signInByLink(ctx, place, { token, account });
  if (api_key !== undefined) return signInByKey(ctx, place, api_key);
  return signInByCode(ctx, place, input);
}

async function signInByKey(
  ctx: Context<UsesIdentity>,
  place: SignInPlace,
  key: string,
): Promise<WithCookie<SignedIn>> {
  const actor = await authenticateKey(ctx, key);
  await requireOpenKey(ctx, actor);
  return beginActorSession(ctx, actor, { place, method: "api_key" });
}
