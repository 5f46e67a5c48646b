import type { IncomingHttpHeaders } from "node:http";
import type { RouteFlags } from "./route.ts";

/** Cookies that are credentials: those of staff and of clients who have verified an email. */
const CREDENTIAL_COOKIE = /(?:^|;)\s*(?:__Host-)?lintel_(?:staff|client)=/;

/**
 * Whether the reply is for its caller alone, so that no cache may store it. It is when the route is not public, shows a secret, takes a token
 * or changes something on GET, and when the request has credentials. A cookie or a session also makes it personal, except that a route with
 * `sameForAll` looks at cookies that are credentials alone (web.md, W11).
 */
export function isPersonal(
  { permission, changesOnGet, token, showsSecret, sameForAll }: RouteFlags,
  headers: IncomingHttpHeaders,
): boolean {
  if (permission !== "public" || changesOnGet || token || showsSecret) return true;
  if (headers.authorization !== undefined || headers["x-api-key"] !== undefined) return true;
  const { cookie } = headers;
  if (sameForAll) return cookie !== undefined && CREDENTIAL_COOKIE.test(cookie);
  return cookie !== undefined || headers["x-session-id"] !== undefined;
}
