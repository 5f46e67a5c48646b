import { countAgents } from "../agents/index.ts";
import { countBrokerages, countBrokerContacts, countDomains } from "../brokerages/index.ts";
import { countApiKeys, countUsers } from "../identity/index.ts";
import { countListings, countSources, type UsesListings } from "../listings/index.ts";
import { waitingMail } from "../messages/index.ts";
import type { UsesModels } from "../models/index.ts";
import type { Config } from "../platform/config/config.ts";
import { shownSettings } from "../platform/config/shown-settings.ts";
import type { ActorContext } from "../platform/context.ts";
import { appliedMigrations, databaseVersion } from "../platform/database/database-state.ts";
import { VERSION } from "../platform/version.ts";
import { countPendingSuggestions } from "../suggestions/index.ts";
import { jobsCheck } from "./get-health.ts";
import type { SystemReport } from "./system.schemas.ts";

/**
 * The running version, its configuration and its amounts of data, of this process and its database (decisions.md:
 * Identity).
 *
 * @throws AppError 503 when the database cannot be reached.
 */
export async function getSystem(ctx: ActorContext<UsesListings & UsesModels>): Promise<SystemReport> {
  const { config, db, embedded, storage, models } = ctx;
  return {
    version: VERSION,
    uptime_seconds: Math.round(process.uptime()),
    node_version: process.versions.node,
    database: {
      kind: embedded ? "embedded" : "postgresql",
      version: await databaseVersion(db),
      migrations: await appliedMigrations(db),
    },
    counts: await countAll(ctx),
    configuration: shownSettings(config),
    jobs: { status: jobsCheck(ctx) },
    mail: { kind: config.mail.server === null ? "outbox" : "smtp", ...(await waitingMail(db)) },
    index: { listings: ctx.listings.index.size, current: ctx.listings.index.current },
    storage: { kind: storage.folder === null ? "bucket" : "folder" },
    rate_limits: { kind: countedIn(config) },
    text_model: { name: models.text.name, version: models.text.version },
  };
}

/** Counts one table after the other, so that this takes only one database connection. */
async function countAll({
  db,
  listings: { index },
}: ActorContext<UsesListings>): Promise<SystemReport["counts"]> {
  return {
    brokerages: await countBrokerages(db),
    domains: await countDomains(db),
    agents: await countAgents(db),
    broker_contacts: await countBrokerContacts(db),
    listings: await countListings(db),
    public_listings: index.size,
    sources: await countSources(db),
    api_keys: await countApiKeys(db),
    users: await countUsers(db),
    suggestions_pending: await countPendingSuggestions(db),
  };
}

function countedIn({ rateLimits, redisUrl }: Config): SystemReport["rate_limits"]["kind"] {
  if (!rateLimits.enabled) return "off";
  return redisUrl === null ? "memory" : "redis";
}
