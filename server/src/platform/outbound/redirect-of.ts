import type { IncomingHttpHeaders } from "node:http";

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return statuses.has(status);
}

/** Where the reply of `url` redirects to; null when it is none, or leads to no address. */
export function redirectOf(
  url: string,
  { status, headers }: { status: number; headers: IncomingHttpHeaders },
): string | null {
  const { location } = headers;
  if (!isRedirect(status) || location === undefined || !URL.canParse(location, url)) return null;
  return new URL(location, url).href;
}
