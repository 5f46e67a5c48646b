import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIPv4 } from "node:net";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";

/**
 * The request's domain in canonical form: lower case, without port and `www.`.
 *
 * @returns null when the request names no host.
 */
export function requestedDomain(headers: IncomingHttpHeaders, trustProxy: boolean): string | null {
  const host = requestedHost(headers, trustProxy);
  return host === null ? null : asDomain(host);
}

/**
 * The host that the request names, with its port. Of several names in X-Forwarded-Host the last one is used, which the nearest proxy
 * has written.
 *
 * @returns null when it names none.
 */
export function requestedHost(headers: IncomingHttpHeaders, trustProxy: boolean): string | null {
  const forwarded = trustProxy ? headers["x-forwarded-host"] : undefined;
  const host = (lastOf([forwarded].flat().join(",")) || headers.host || "").trim();
  return host === "" ? null : host;
}

/** The origin that a request names, as browsers write it: `https://homes.example.com:8443`. Null when it names none. */
export function ownOriginOf(protocol: string, host: string | null): string | null {
  const address = `${protocol}://${host}`;
  return host !== null && URL.canParse(address) ? new URL(address).origin : null;
}

function lastOf(list: string): string {
  return list.slice(list.lastIndexOf(",") + 1).trim();
}

/** The canonical form of a host, with or without a port. */
export function asDomain(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/:\d*$/, "")
    .replace(/\.$/, "")
    .replace(/^www\./, "");
}

/** True when a domain can be in the domain table; others need no query. */
export function isPossibleDomain(domain: string): boolean {
  return domain.length <= 253 && /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/.test(domain);
}

/** A request target in absolute form overrides the Host header (RFC 9112, 3.2.2). */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/is;

/**
 * Makes an absolute target relative and its authority the Host header. A target without a host, or with a user, is
 * unchanged and refused later.
 */
export function normalizeTarget({ url = "/", headers }: IncomingMessage): string {
  const [, authority = "", rest = ""] = ABSOLUTE_FORM.exec(url) ?? [];
  if (authority === "" || authority.includes("@")) return url;
  headers.host = authority;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Refuses requests with two Host headers, because a proxy may have used the other one (RFC 9112, 3.2). */
export function rejectAmbiguousHosts(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (ABSOLUTE_FORM.test(request.url)) return done(new AppError("bad_request", "Malformed URL"));
    const { rawHeaders } = request.raw;
    let hosts = 0;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index] as string;
      if (name.length === 4 && name.toLowerCase() === "host") hosts++;
    }
    done(hosts > 1 ? new AppError("bad_request", "Only one Host header is allowed") : undefined);
  });
}

/** True for a listen address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  if (isIPv4(host)) return host.startsWith("127.");
  return host.toLowerCase() === "localhost" || host === "::1";
}

/** The same for a domain as the domain table writes it, `*.localhost` included (RFC 6761, 6.3). */
export function isLoopbackDomain(domain: string): boolean {
  return domain.endsWith(".localhost") || isLoopback(domain.replace(/^\[(.*)\]$/, "$1"));
}

/** A proxy on this machine forwards remote requests. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return FORWARDED_BY.some((name) => headers[name] !== undefined);
}

const FORWARDED_BY = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];
