import type { IncomingHttpHeaders } from "node:http";

/**
 * The credential of a request: its API key, else its bearer token, else the cookie of staff, whose conditions `staffCookieOf` knows.
 * Other Authorization schemes are ignored.
 */
export type Credential = { key: string } | { token: string } | { cookie: string };

const STAFF = /(?:^|;)\s*(?:__Host-)?lintel_staff=([^;\s]+)/;

/** An API key takes precedence over a token (SPEC: Authentication), and both over a cookie (web.md, W25); null without any. */
export function credentialOf(headers: IncomingHttpHeaders): Credential | null {
  const key = headers["x-api-key"];
  if (typeof key === "string" && key !== "") return { key };
  const token = bearerOf(headers);
  if (token !== null) return { token };
  const cookie = headers.cookie === undefined ? undefined : STAFF.exec(headers.cookie)?.[1];
  return cookie === undefined ? null : { cookie };
}

/** The bearer token; null without one. */
export function bearerOf({ authorization = "" }: IncomingHttpHeaders): string | null {
  return /^Bearer +(\S.*)$/i.exec(authorization)?.[1] ?? null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const COOKIE = /(?:^|;)\s*session_id=([^;\s]+)/;

/** The visitor's session id from X-Session-ID or the cookie, not verified; null without one. */
export function unverifiedSessionId(headers: IncomingHttpHeaders): string | null {
  const header = headers["x-session-id"];
  return parseSessionId(typeof header === "string" ? header : COOKIE.exec(headers.cookie ?? "")?.[1]);
}

/** The id in canonical form; null when it is invalid. */
export function parseSessionId(id: unknown): string | null {
  return typeof id === "string" && UUID.test(id) ? id.toLowerCase() : null;
}
