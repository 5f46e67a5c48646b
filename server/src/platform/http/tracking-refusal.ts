import type { IncomingHttpHeaders } from "node:http";

/** Whether a browser sends that its user refuses to be tracked: Global Privacy Control or Do Not Track (web.md, W21). */
export function refusesTracking(headers: IncomingHttpHeaders): boolean {
  return headers["sec-gpc"] === "1" || headers.dnt === "1";
}
