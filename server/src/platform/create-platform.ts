import { BackgroundShare } from "./background-share.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { Secrets } from "./config/secrets.ts";
import type { Platform } from "./context.ts";
import type { DatabaseHandle } from "./database/database.ts";
import { DiskSpace } from "./disk-space.ts";
import { FairQueue } from "./fair-queue.ts";
import { RateLimiter } from "./http/rate-limits/rate-limiter.ts";
import { rateLimitsWith } from "./http/rate-limits/rate-limits.ts";
import { Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mail/mail.ts";
import { outboxFolder, outboxMailer } from "./mail/outbox-mailer.ts";
import { smtpMailer } from "./mail/smtp-mailer.ts";
import { tracedMailer } from "./mail/traced-mailer.ts";
import { Metrics } from "./metrics/metrics.ts";
import { addPlatformMetrics } from "./metrics/platform-metrics.ts";
import { Outbound } from "./outbound/outbound.ts";
import { PictureWorkers } from "./pictures/picture-workers.ts";
import { openStorage } from "./storage/open-storage.ts";

export type PlatformParts = {
  config: Config;
  secrets: Secrets;
  database: DatabaseHandle;
  log: Log;
  clock?: Clock;
  draining?: AbortSignal;
  stopping?: AbortSignal;
};

/** The part of the services that belongs to no slice. */
export function createPlatform(parts: PlatformParts): Platform {
  const { config, secrets, database, log, clock = systemClock, draining, stopping } = parts;
  const metrics = new Metrics();
  const disk = new DiskSpace({ dataDir: config.dataDir, keepsDatabase: database.embedded, log });
  addPlatformMetrics(metrics, { log, database, disk });
  return {
    config,
    secrets,
    db: database.db,
    embedded: database.embedded,
    oldReads: database.oldReads,
    databaseWatch: database.watch,
    disk,
    clock,
    log,
    limits: new RateLimiter({
      enabled: config.rateLimits.enabled,
      redisUrl: config.redisUrl,
      log,
      table: rateLimitsWith(config.rateLimits),
      onRefusal: (limit) => metrics.rateLimitRefusals.inc({ limit }),
    }),
    storage: openStorage(config, disk),
    outbound: new Outbound({ allow: config.outboundAllow }),
    pictures: new PictureWorkers(),
    metrics,
    jobs: new Jobs(database, log, { metrics }),
    background: new BackgroundShare(),
    mailer: openMailer(config),
    // As many searches at once as there are threads that compare vectors.
    searches: new FairQueue({
      slots: 16,
      slotsPerCaller: 8,
      waiting: 1000,
      waitingPerCaller: 100,
      retryAfterSeconds: 5,
      busy: "Search service unavailable: too many searches are waiting",
    }),
    draining: draining ?? new AbortController().signal,
    stopping: stopping ?? new AbortController().signal,
  };
}

/** MAIL_URL's server, or the outbox in DATA_DIR. */
function openMailer({ mail, dataDir }: Pick<Config, "mail" | "dataDir">): Mailer {
  return tracedMailer(
    mail.server === null
      ? outboxMailer(outboxFolder(dataDir), mail.from)
      : smtpMailer(mail.server, mail.from),
    mail.server,
  );
}
