import type { FastifyInstance } from "fastify";
import { enabledBrokerages, type UsesBrokerages } from "../brokerages/index.ts";
import type { Platform } from "../platform/context.ts";
import { innerCall } from "../platform/http/inner-calls.ts";

const FIRST_PAGES = ["/", "/homes"];
/** The code that the first one runs is the same for all. */
const MOST_BROKERAGES = 5;

/**
 * Requests the first pages of the oldest brokerages' websites in this process. Otherwise their first visitors after a start wait for code that
 * is loaded and compiled at its first use, for connections to the database, and for counts of the index. Never rejected: where it fails, the
 * first visitor waits.
 */
export async function warmWebsites(
  app: FastifyInstance,
  { db, brokerages: { tenants }, log }: Pick<Platform, "db" | "log"> & UsesBrokerages,
): Promise<void> {
  try {
    for (const id of (await enabledBrokerages(db)).slice(0, MOST_BROKERAGES)) {
      const [host] = (await tenants.byId(id)).domains;
      if (host === undefined) continue;
      for (const url of FIRST_PAGES)
        await app.inject({ url, headers: { host, accept: "text/html", ...innerCall } });
    }
  } catch (error) {
    log.warn({ err: error }, "websites not warmed");
  }
}
