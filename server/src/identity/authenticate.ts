import type { IncomingHttpHeaders } from "node:http";
import type { Platform } from "../platform/context.ts";
import { credentialOf } from "../platform/http/credential.ts";
import type { Actor } from "../platform/http/permissions.ts";
import { authenticateKey } from "./keys/authenticate-key.ts";
import { invalidToken } from "./oidc/bearer-tokens.ts";
import { identifyPerson } from "./oidc/identify-person.ts";
import { readClaims } from "./oidc/read-claims.ts";
import type { UsesIdentity } from "./services.ts";

/**
 * The actor of the credentials in the headers; null without credentials. With both an API key and a token, the key
 * applies (SPEC: Authentication).
 *
 * @throws AppError 401 `Invalid API key`, `Token has expired` or `Invalid token`; 403 for a token without a role or of
 *   a disabled agent; 503 while the identity provider's keys cannot be fetched.
 */
export async function authenticate(
  services: Platform & UsesIdentity,
  headers: IncomingHttpHeaders,
): Promise<Actor | null> {
  const credential = credentialOf(headers);
  if (credential === null) return null;
  if ("key" in credential) return authenticateKey(services, credential.key);
  const { bearerTokens } = services.identity;
  if (bearerTokens === null) throw invalidToken();
  const payload = await bearerTokens.verify(credential.token);
  const claims = readClaims(payload, bearerTokens.config);
  return identifyPerson(services, claims, bearerTokens.config.rolesClaim);
}
