import type { FastifyInstance } from "fastify";
import { innerCall } from "../platform/http/inner-calls.ts";

const FIRST_PAGES = ["/", "/homes"];

/**
 * Requests the first pages of some brokerages' websites in this process. Otherwise their first visitors after a start wait for code that is
 * loaded and compiled at its first use, for connections to the database, and for counts of the index.
 */
export async function warmWebsites(app: FastifyInstance, domains: readonly string[]): Promise<void> {
  for (const host of domains) {
    for (const url of FIRST_PAGES)
      await app.inject({ url, headers: { host, accept: "text/html", ...innerCall } });
  }
}
