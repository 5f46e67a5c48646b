import type { IncomingHttpHeaders } from "node:http";

/** Headers with which browsers and mail programs load a link before anyone follows it. */
const HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

/** Whether no person has caused the request: a HEAD, or a page that is loaded in advance. */
export function isPreview(method: string, headers: IncomingHttpHeaders): boolean {
  return (
    method === "HEAD" ||
    HEADERS.some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? "")))
  );
}
