import type { UsesBrokerages } from "../brokerages/index.ts";
import type { Context } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { isHome, type SignInPlace, signInPlace } from "./accounts/sign-in-place.ts";
import { SIGN_IN_PATH } from "./links/sign-in-links.ts";
import type { UsesIdentity } from "./services.ts";
import type { SignInMethods } from "./sign-in.schemas.ts";

/**
 * How staff may sign in at this host, for the sign-in page.
 *
 * @throws AppError 403 over http, 404 `Brokerage not found`.
 */
export async function getSignInMethods(ctx: Context<UsesIdentity & UsesBrokerages>): Promise<SignInMethods> {
  const place = await signInPlace(ctx);
  return {
    email_link: true,
    api_key: true,
    passkey: isHome(ctx.config, place),
    oidc: isHome(ctx.config, place) ? await oidcOf(ctx, place) : null,
  };
}

/** Null also while the provider cannot be reached. */
async function oidcOf(ctx: Context<UsesIdentity>, { origin }: SignInPlace): Promise<SignInMethods["oidc"]> {
  const { bearerTokens } = ctx.identity;
  const client = bearerTokens?.config.client;
  if (!bearerTokens || !client) return null;
  const provider = await bearerTokens.provider().catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  const endpoint = provider?.endpoints.authorization ?? null;
  if (endpoint === null) return null;
  return {
    authorization_endpoint: endpoint,
    client_id: client.id,
    audience: bearerTokens.config.audience,
    redirect_uri: origin + SIGN_IN_PATH,
  };
}
