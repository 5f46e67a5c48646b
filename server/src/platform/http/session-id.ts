import type { IncomingHttpHeaders } from "node:http";

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
