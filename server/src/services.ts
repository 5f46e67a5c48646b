import { BrochurePress } from "./brochures/index.ts";
import { TenantDirectory } from "./brokerages/index.ts";
import type { Context, Services } from "./context.ts";
import { BearerTokens, KeyUse } from "./identity/index.ts";
import { ImageVectors } from "./images/index.ts";
import { KnownAccounts } from "./lead-settings/index.ts";
import { IndexKeeper, ListingCards } from "./listings/index.ts";
import { openModels } from "./models/index.ts";
import { PhotoKeeper } from "./photos/index.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import type { Config } from "./platform/config/config.ts";
import type { Secrets } from "./platform/config/secrets.ts";
import type { DatabaseHandle } from "./platform/database/database.ts";
import { RateLimiter } from "./platform/http/rate-limits/rate-limiter.ts";
import { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import { openMailer } from "./platform/mail/open-mailer.ts";
import { Outbound } from "./platform/outbound/outbound.ts";
import { PictureWorkers } from "./platform/pictures/picture-workers.ts";
import { openStorage } from "./platform/storage/open-storage.ts";
import { createSearchQueue, createShownPictureQueue, ListingVectors } from "./search/index.ts";

type Parts = {
  config: Config;
  secrets: Secrets;
  database: DatabaseHandle;
  log: Log;
  clock?: Clock;
  draining?: AbortSignal;
  stopping?: AbortSignal;
};

/** What lives as long as the process. The listing index is empty until it is started. */
export function createServices(parts: Parts): Services {
  const { config, secrets, database, log, clock = systemClock, draining, stopping } = parts;
  const { db } = database;
  const storage = openStorage(config);
  const outbound = new Outbound({ allow: config.outboundAllow });
  const pictures = new PictureWorkers();
  const { publicApiUrl } = config;
  return {
    config,
    secrets,
    bearerTokens: config.oidc && new BearerTokens(config.oidc, clock, log),
    keyUse: new KeyUse(db, clock, log),
    db,
    embedded: database.embedded,
    databaseWatch: database.watch,
    clock,
    log,
    tenants: new TenantDirectory(db),
    listingIndex: new IndexKeeper(db, log),
    listingCards: new ListingCards(config.publicApiUrl),
    limits: new RateLimiter({ enabled: config.rateLimits, redisUrl: config.redisUrl, log }),
    smsAccounts: new KnownAccounts(),
    storage,
    outbound,
    pictures,
    photos: new PhotoKeeper({ db, storage, outbound, pictures, clock, log, publicApiUrl }),
    brochures: new BrochurePress(clock),
    jobs: new Jobs(database, log),
    mailer: openMailer(config),
    models: openModels(config, log),
    listingVectors: new ListingVectors({ db, log, dataDir: config.dataDir }),
    imageVectors: new ImageVectors({ db, log, dataDir: config.dataDir }),
    draining: draining ?? new AbortController().signal,
    searches: createSearchQueue(),
    shownPictures: createShownPictureQueue(),
    stopping: stopping ?? new AbortController().signal,
  };
}

/** The context of work that no request asked for: a command, the demo, a job. */
export function ownContext(
  services: Services,
  requestId: string,
  signal: AbortSignal = services.stopping,
): Context {
  return {
    ...services,
    actor: null,
    tenant: null,
    requestId,
    sessionId: null,
    bearer: null,
    address: null,
    caller: null,
    signal,
  };
}
