import { TenantDirectory } from "./brokerages/index.ts";
import type { Context, Services } from "./context.ts";
import { IndexKeeper, ListingCards } from "./listings/index.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import type { Config } from "./platform/config/config.ts";
import type { Secrets } from "./platform/config/secrets.ts";
import type { DatabaseHandle } from "./platform/database/database.ts";
import type { Log } from "./platform/log.ts";

type Parts = {
  config: Config;
  secrets: Secrets;
  database: DatabaseHandle;
  log: Log;
  clock?: Clock;
  stopping?: AbortSignal;
};

/** What lives as long as the process. The listing index is empty until it is started. */
export function createServices(parts: Parts): Services {
  const { config, secrets, database, log, clock = systemClock, stopping } = parts;
  const { db } = database;
  return {
    config,
    secrets,
    db,
    embedded: database.embedded,
    clock,
    log,
    tenants: new TenantDirectory(db),
    listingIndex: new IndexKeeper(db, log),
    listingCards: new ListingCards(config.publicApiUrl),
    stopping: stopping ?? new AbortController().signal,
  };
}

/** The context of work that no request asked for: a command, the demo, a job. */
export function ownContext(
  services: Services,
  requestId: string,
  signal: AbortSignal = services.stopping,
): Context {
  return { ...services, actor: null, tenant: null, requestId, signal };
}
