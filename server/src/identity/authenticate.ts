import type { IncomingHttpHeaders } from "node:http";
import type { Services } from "../context.ts";
import type { Actor } from "../platform/http/permissions.ts";
import { authenticateKey } from "./keys/authenticate-key.ts";
import { invalidToken } from "./oidc/bearer-tokens.ts";
import { identifyPerson } from "./oidc/person.ts";
import { readClaims } from "./oidc/read-claims.ts";

/**
 * Who sends these headers; null without credentials. An API key decides when a token comes with it
 * (SPEC: Authentication).
 *
 * @throws AppError 401 `Invalid API key`, `Token has expired` or `Invalid token`; 403 for a token without a role or of a
 * disabled agent; 503 while the identity provider's keys are not to be had.
 */
export async function authenticate(services: Services, headers: IncomingHttpHeaders): Promise<Actor | null> {
  const key = headers["x-api-key"];
  if (typeof key === "string" && key !== "") return authenticateKey(services, key);

  const token = bearerOf(headers);
  if (token === null) return null;
  const { bearerTokens } = services;
  if (bearerTokens === null) throw invalidToken();
  const payload = await bearerTokens.verify(token);
  const claims = readClaims(payload, bearerTokens.config);
  return identifyPerson(services, claims, bearerTokens.config.rolesClaim);
}

/** The bearer token of a request; null without one. */
export function bearerOf({ authorization = "" }: IncomingHttpHeaders): string | null {
  return /^Bearer +(\S.*)$/i.exec(authorization)?.[1] ?? null;
}
