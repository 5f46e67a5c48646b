import type { IncomingHttpHeaders } from "node:http";
import type { Platform } from "../platform/context.ts";
import { credentialOf } from "../platform/http/credential.ts";
import type { Actor } from "../platform/http/permissions.ts";
import type { StaffCookie } from "../platform/http/staff-cookie.ts";
import { authenticateKey } from "./keys/authenticate-key.ts";
import { invalidToken } from "./oidc/bearer-tokens.ts";
import { identifyPerson } from "./oidc/identify-person.ts";
import { readClaims } from "./oidc/read-claims.ts";
import type { UsesIdentity } from "./services.ts";
import { authenticateSession } from "./sessions/authenticate-session.ts";

/**
 * The actor of the credentials in the headers; null without credentials. Of an API key, a token and a staff cookie, the first one
 * applies (SPEC: Authentication; web.md, W25).
 *
 * @param cookie of staff, where the request may use it.
 * @throws AppError 401 `Invalid API key`, `Token has expired`, `Invalid token`, or for a session that is over; 403 for a token without a
 *   role or of a disabled agent, and for a write with a cookie that no page of ours has sent; 503 while the identity provider's keys
 *   cannot be fetched.
 */
export async function authenticate(
  services: Platform & UsesIdentity,
  headers: IncomingHttpHeaders,
  cookie: StaffCookie | null = null,
): Promise<Actor | null> {
  const credential = credentialOf(headers);
  if (credential === null) return null;
  if ("cookie" in credential) return cookie && authenticateSession(services, cookie);
  if ("key" in credential) return authenticateKey(services, credential.key);
  return authenticateToken(services, credential.token);
}

/**
 * The person of an access token of the OpenID provider.
 *
 * @throws AppError as `authenticate`.
 */
export async function authenticateToken(services: Platform & UsesIdentity, token: string): Promise<Actor> {
  const { bearerTokens } = services.identity;
  if (bearerTokens === null) throw invalidToken();
  const claims = readClaims(await bearerTokens.verify(token), bearerTokens.config);
  return identifyPerson(services, claims, bearerTokens.config.rolesClaim);
}
