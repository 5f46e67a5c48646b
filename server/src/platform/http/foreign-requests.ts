import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../context.ts";
import { AppError } from "../errors.ts";
import { clientCookieOf } from "./client-cookie.ts";

type Request = { method: string; protocol: string; headers: IncomingHttpHeaders };

/** Whether requests of this method may change something. */
export function isWrite(method: string): boolean {
  return method !== "GET" && method !== "HEAD";
}

/**
 * Whether a page of another origin reads.
 *
 * @param host that the request names, with its port.
 */
export function isForeignRead({ method, headers }: Omit<Request, "protocol">, host: string | null): boolean {
  // When a link is followed, the page that has the link cannot read the reply.
  return !isWrite(method) && headers["sec-fetch-mode"] !== "navigate" && isForeign(headers, host);
}

/**
 * What the headers of a request have about the page that sends it: its origin, whether it is a write by a page of another website, and the
 * client's cookie unless a page of another website reads with it.
 *
 * @param host that the request names, with its port.
 */
export function pageOf(
  request: Request,
  host: string | null,
): Pick<Caller, "clientCookie" | "isForeignWrite" | "origin"> {
  const { method, protocol, headers } = request;
  const clientCookie = clientCookieOf(headers, protocol);
  return {
    clientCookie: clientCookie !== null && isForeignRead(request, host) ? null : clientCookie,
    isForeignWrite: isWrite(method) && isForeign(headers, host),
    origin: headers.origin ?? null,
  };
}

/**
 * Whether a page of another origin sends a request, which must not act with a cookie (web.md, W17): its Origin is another one or `null`,
 * or Sec-Fetch-Site is neither `same-origin` nor `none`. A request with neither header, as programs send it, is not foreign.
 */
function isForeign({ origin, "sec-fetch-site": site }: IncomingHttpHeaders, host: string | null): boolean {
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  if (origin === undefined) return false;
  return !isOriginOf(origin, host, { ignoresPort: site === "same-origin" });
}

/** The scheme does not count, because a proxy may end https. */
function isOriginOf(origin: string, host: string | null, { ignoresPort }: { ignoresPort: boolean }): boolean {
  if (host === null || !URL.canParse(origin)) return false;
  const { protocol, host: sent, hostname } = new URL(origin);
  const own = `${protocol}//${host}`;
  if ((protocol !== "http:" && protocol !== "https:") || !URL.canParse(own)) return false;
  // The browser has compared the ports. Proxies often leave them out of the Host.
  return ignoresPort ? new URL(own).hostname === hostname : new URL(own).host === sent;
}

export const FOREIGN_REQUEST = "Cannot use a cookie: the request was sent by a page of another website";

/** The refusal of a write that would act with a cookie. */
export function foreignRequest(): AppError {
  return new AppError("forbidden", FOREIGN_REQUEST);
}
