import type { IncomingHttpHeaders } from "node:http";
import { hostOnlyName } from "./with-cookie.ts";

/** The cookie of a browser in which a client is signed in (web.md, W20). On https it is `__Host-lintel_client`. */
export const CLIENT_COOKIE = "lintel_client";

/** The token in the cookie of a client, not verified; null without one. */
export function clientCookieOf(headers: IncomingHttpHeaders, protocol: string): string | null {
  return hostOnlyCookie(CLIENT_COOKIE, headers, protocol);
}

/**
 * The value of a host-only cookie; null without one. On https only the name with its prefix counts: a cookie without it may have been set
 * by another host of the same domain.
 */
export function hostOnlyCookie(
  name: string,
  { cookie }: IncomingHttpHeaders,
  protocol: string,
): string | null {
  if (cookie === undefined) return null;
  const full = hostOnlyName(name, protocol);
  for (const pair of cookie.split(";")) {
    const [found = "", value = ""] = pair.split("=", 2);
    if (found.trim() === full) return value.trim() || null;
  }
  return null;
}
