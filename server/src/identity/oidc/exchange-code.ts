import { decodeJwt } from "jose";
import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  expectNoNonce,
  None,
  processAuthorizationCodeResponse,
  ResponseBodyError,
  skipStateCheck,
  validateAuthResponse,
  WWWAuthenticateChallengeError,
} from "oauth4webapi";
import { systemClock } from "../../platform/clock.ts";
import type { Platform } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { SIGNING_ALGORITHMS } from "./bearer-tokens.ts";
import type { IssuerKeys } from "./fetch-keys.ts";
import { providerUnreachable } from "./provider-keys.ts";

const TIMEOUT_MS = 5000;
const TOLERANCE_SECONDS = 60;

type Client = { id: string; secret: string | null };

type Code = {
  code: string;
  /** PKCE (RFC 7636): known only to the browser that made the authorization request. */
  verifier: string;
  redirectUri: string;
  /** Undefined: the code verifier alone ties the reply to the request. */
  nonce: string | undefined;
};

/**
 * Exchanges an authorization code for an access token. The ID token comes with it from the provider itself, so its issuer, audience,
 * expiry and nonce are checked and TLS stands for its signature (OpenID Connect Core, 3.1.3.7).
 *
 * @throws AppError 401 when the provider refuses the code or its reply does not fit the request, 503 when it does not answer.
 */
export async function exchangeCode(
  { clock, log }: Platform,
  { issuer, endpoints }: IssuerKeys,
  { id, secret }: Client,
  { code, verifier, redirectUri, nonce }: Code,
): Promise<string> {
  if (endpoints.token === null) throw providerUnreachable();
  const server = {
    issuer,
    token_endpoint: endpoints.token,
    // RS256 alone is taken without this.
    id_token_signing_alg_values_supported: SIGNING_ALGORITHMS,
  };
  const client = {
    client_id: id,
    // The library compares with the time of the system.
    [clockSkew]: Math.round((clock.now().getTime() - systemClock.now().getTime()) / 1000),
    [clockTolerance]: TOLERANCE_SECONDS,
  };
  const takesBasic = endpoints.tokenAuthMethods?.includes("client_secret_basic") ?? true;
  const authentication =
    secret === null ? None() : takesBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret);
  // The console has compared the state: it alone knows what it has sent.
  const parameters = validateAuthResponse(server, client, new URLSearchParams({ code }), skipStateCheck);
  try {
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUri,
      verifier,
      // Addresses without TLS are those of a provider on this machine (`fetchKeys`).
      { [allowInsecureRequests]: true, signal: AbortSignal.timeout(TIMEOUT_MS) },
    );
    if (response.status >= 500) throw providerUnreachable();
    const { id_token } = (await response.clone().json()) as { id_token?: string };
    const { access_token } = await processAuthorizationCodeResponse(server, client, response, {
      requireIdToken: true,
      expectedNonce: nonce ?? nonceOf(id_token),
    });
    return access_token;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isUnanswered(error)) throw providerUnreachable();
    if (!(error instanceof ResponseBodyError)) log.warn({ err: error }, "sign-in code not exchanged");
    throw new AppError("unauthenticated", "The identity provider does not accept this sign-in: start again", {
      cause: error,
    });
  }
}

function nonceOf(idToken: unknown): string | typeof expectNoNonce {
  const nonce = typeof idToken === "string" ? decodeJwt(idToken).nonce : undefined;
  return typeof nonce === "string" ? nonce : expectNoNonce;
}

/** `fetch` rejects with a TypeError without a connection, and with the reason of its signal. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) return false;
  return error instanceof Error && (error.name === "TimeoutError" || error.message === "fetch failed");
}
