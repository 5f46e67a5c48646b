import type { Tenant, TenantDirectory } from "./brokerages/index.ts";
import type { IndexKeeper, ListingCards } from "./listings/index.ts";
import type { Clock } from "./platform/clock.ts";
import type { Config } from "./platform/config/config.ts";
import type { Secrets } from "./platform/config/secrets.ts";
import type { Db } from "./platform/database/database.ts";
import type { Actor } from "./platform/http/permissions.ts";
import type { Log } from "./platform/log.ts";

/** What lives as long as the process. */
export type Services = {
  config: Config;
  /** The pool; inside `inTransaction`, the transaction. */
  db: Db;
  embedded: boolean;
  clock: Clock;
  log: Log;
  tenants: TenantDirectory;
  listingIndex: IndexKeeper;
  listingCards: ListingCards;
  secrets: Secrets;
  /** Aborted when the process is asked to stop. */
  stopping: AbortSignal;
};

/** What every operation gets: the services, and who asks for what. It never sees a request or a reply. */
export type Context = Services & {
  actor: Actor | null;
  tenant: Tenant | null;
  requestId: string;
  /** Aborted when the caller has gone: long operations stop at the next safe point. */
  signal: AbortSignal;
};

/** The context of a route that only somebody with credentials reaches. */
export type ActorContext = Context & { actor: Actor };

/** The context of a route that declares `tenant: true`. */
export type TenantContext = Context & { tenant: Tenant };
