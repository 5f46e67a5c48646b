import type { IncomingHttpHeaders } from "node:http";

/**
 * The domain a request was sent to, as the domain table writes it: lower case, without port and `www.`.
 *
 * @returns null when the request names no host.
 */
export function requestedDomain(headers: IncomingHttpHeaders, trustProxy: boolean): string | null {
  const forwarded = trustProxy ? headers["x-forwarded-host"] : undefined;
  const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(",")[0] ?? headers.host;
  if (!host?.trim()) return null;
  return asDomain(host);
}

/** A host, with or without a port, as the domain table writes it. */
export function asDomain(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/:\d*$/, "")
    .replace(/\.$/, "")
    .replace(/^www\./, "");
}
