import type { Head } from "./head.ts";
import type { Visit } from "./visit.ts";

/** The origin of canonical addresses: the brokerage's, or the request's where it has none yet (W5). */
export function canonicalOrigin({ site, url }: Pick<Visit, "site" | "url">): string {
  return site.canonical_origin ?? url.origin;
}

/** An absolute address on the canonical origin, of a root-relative one. */
export function absolute(visit: Pick<Visit, "site" | "url">, path: string): string {
  return new URL(path, canonicalOrigin(visit)).href;
}

/** The canonical address of a page; null when it has none. */
export function canonicalOf(visit: Visit, head: Head): string | null {
  if (head.canonical === null) return null;
  return absolute(visit, head.canonical ?? visit.url.pathname);
}

/** Search engines keep out of loopback hosts (W5). */
export function isIndexable({ url }: Visit): boolean {
  return !isLoopbackHost(url.hostname);
}

export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host.startsWith("127.") || host === "[::1]";
}
