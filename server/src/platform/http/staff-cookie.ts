import type { FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { hostOnlyCookie } from "./client-cookie.ts";
import { isForeignRead, isWrite } from "./foreign-requests.ts";
import { asDomain, isLoopbackDomain } from "./host.ts";

/** The cookie of a browser in which a member of staff is signed in (web.md, W23). On https it is `__Host-lintel_staff`. */
export const STAFF_COOKIE = "lintel_staff";

/** The cookie of a request, not verified, and what the request says of the page that sends it. */
export type StaffCookie = {
  token: string;
  /** The origin that the request names; null without a Host. */
  ownOrigin: string | null;
  /** A request that may change something and that no page of ours has sent. */
  isForgeable: boolean;
};

/** @param ownOrigin of `ownOriginOf`. */
export function staffCookieOf(request: FastifyRequest, ownOrigin: string | null): StaffCookie | null {
  const { headers, protocol } = request;
  const token = hostOnlyCookie(STAFF_COOKIE, headers, protocol);
  const host = ownOrigin && new URL(ownOrigin).host;
  // A page of another origin, such as a brokerage's own domain beside CONSOLE_URL, reads as if there were no cookie.
  if (token === null || isForeignRead(request, host)) return null;
  // Over http no person signs in but on this machine.
  if (protocol !== "https" && (host === null || !isLoopbackDomain(asDomain(host)))) return null;
  const isOwn =
    headers["x-requested-with"] === "lintel" && ownOrigin !== null && headers.origin === ownOrigin;
  return { token, ownOrigin, isForgeable: isWrite(request.method) && !isOwn };
}

export const FORGEABLE =
  "Cannot use the cookie: a request that may change something must have the header X-Requested-With: lintel, " +
  "and the Origin of this host";

/** The refusal of a write with a cookie that another website may have caused (web.md, W25). */
export function forgeableRequest(): AppError {
  return new AppError("forbidden", FORGEABLE);
}
