import { once } from "node:events";
import type { FastifyInstance } from "fastify";
import { createApp, warmWebsites } from "../app.ts";
import { pruneAuditLog } from "../audit/index.ts";
import { hasBrokerages } from "../brokerages/index.ts";
import { controlCommands } from "../commands.ts";
import { acceptBootstrapKey, createFirstKey, hasKeys } from "../identity/index.ts";
import { enrichImagesJob } from "../images/index.ts";
import { pruneTombstones } from "../listings/index.ts";
import { indexDemoPhotos, makeDemo } from "../make-demo.ts";
import { requireLocalModels } from "../models/index.ts";
import type { Config } from "../platform/config/config.ts";
import { loadSecrets } from "../platform/config/secrets.ts";
import { startControlServer } from "../platform/control/control-server.ts";
import type { DatabaseHandle } from "../platform/database/database.ts";
import { HttpDrain } from "../platform/http/http-drain.ts";
import type { Log } from "../platform/log.ts";
import { prepareStorage } from "../platform/storage/open-storage.ts";
import { matchChangesJob } from "../saved-searches/index.ts";
import { jobsOf, retiredJobs } from "../schedules.ts";
import { indexListingsJob } from "../search/index.ts";
import type { Services } from "../services.ts";
import { createServices, ownContext } from "../services.ts";
import { listenError } from "./check-address.ts";
import { demoProgress } from "./demo-progress.ts";
import { type AdminKey, startMessage, suggestionsFor } from "./welcome.ts";

type Start = {
  config: Config;
  log: Log;
  /** The database, opening. */
  opened: Promise<DatabaseHandle>;
  /** `performance.now()` of the start. */
  started: number;
};

/** Starts everything, prints where it is, and runs until a stop is requested. */
export async function runServer({ config, log, opened, started }: Start): Promise<void> {
  const draining = new AbortController();
  const stopping = new AbortController();
  const secrets = await prepareProcess(config).catch(async (error: unknown) => {
    // When the folder cannot be used, the database's error names the reason.
    await (await opened).close();
    throw error;
  });
  const database = await opened;

  const services = createServices({
    config,
    secrets,
    database,
    log,
    draining: draining.signal,
    stopping: stopping.signal,
  });
  let serving = false;
  const stopOnSignal = onStopSignal(() => {
    draining.abort();
    // Without open requests there is nothing to drain.
    if (!serving) stopping.abort();
  });
  try {
    // The routes are registered while the database works.
    const [demo, app] = await Promise.all([prepare(services), createApp(services)]);
    await services.listings.index.start();
    const drain = new HttpDrain(app.server);
    const address = await listen(app, config);
    services.listings.index.onChange(() => services.jobs.wake(indexListingsJob));
    services.listings.index.onChange(() => services.jobs.wake(enrichImagesJob));
    services.listings.index.onChange(() => services.jobs.wake(matchChangesJob));
    // Loaded now so that the first search does not wait. A failure here is thrown again by that search.
    for (const vectors of [services.search.vectors, services.images.vectors]) {
      vectors.start().catch((error) => log.error({ err: error }, "vectors not loaded, will retry"));
    }
    services.photos.pages.start(services.stopping);
    services.feeds.keeper.start(ownContext(services, "feeds"));
    services.feeds.photos.start(ownContext(services, "photos of feeds"));
    // Not awaited: jobs run beside the requests.
    void startJobs(services, { demo });
    const control = database.embedded ? await startControl(config, database, services, log) : null;
    const suggestions = await suggestionsFor(services);
    // The last step, so that no start fails between the key and its only showing.
    const adminKey = await firstAdminKey(services);
    process.stdout.write(
      startMessage({
        address,
        seconds: (performance.now() - started) / 1000,
        adminKey,
        listings: services.listings.index.size,
        hasWebsite: config.website,
        hasOutbox: config.mail.server === null,
        ...suggestions,
      }),
    );

    // Not awaited: no more than its first pages wait for it.
    if (config.website) void warmWebsites(app, services);

    serving = true;
    if (!draining.signal.aborted) await once(draining.signal, "abort");
    const delayMs = config.shutdownDelaySeconds * 1000;
    log.info({ delay_ms: delayMs }, "stop requested, finishing open requests");
    await drain.run({ delayMs, endLongWork: () => stopping.abort() });
    control?.stop();
    await services.jobs.stop();
    await drain.close(app);
  } finally {
    stopping.abort();
    exitAfterTimeout(log);
    await services.jobs.stop();
    await services.feeds.keeper.stopped();
    await services.feeds.photos.stopped();
    // After the jobs, whose sends may still be open.
    await services.outbound.close();
    services.pictures.close();
    services.mailer.close();
    await services.listings.index.stop();
    await services.search.vectors.stop();
    await services.search.sentences.stop();
    await services.images.vectors.stop();
    await services.models.close();
    await services.limits.close();
    await database.close();
    stopOnSignal.stop();
  }
}

/** @throws StartError when files or secrets that the settings require are missing. */
async function prepareProcess(config: Config) {
  requireLocalModels(config);
  return loadSecrets(config);
}

/** @returns whether the demo was made. */
async function prepare(services: Services): Promise<boolean> {
  const ctx = ownContext(services, "start");
  await prepareStorage(services.storage, services.log);
  await acceptBootstrapKey(services);
  await pruneTombstones(ctx);
  await pruneAuditLog(ctx);
  const demo = (services.config.demo ?? services.embedded) && !(await hasBrokerages(ctx));
  if (!demo) return false;

  process.stderr.write("First start: creating the demo brokerage (DEMO=false skips it)\n");
  const progress = demoProgress();
  await makeDemo(ctx, progress.update).finally(() => progress.stop());
  return true;
}

/**
 * The first admin key, made now and shown once. With PostgreSQL, whose servers' output is usually collected, only on a
 * terminal or where PRINT_ADMIN_KEY asks for it.
 */
async function firstAdminKey(services: Services): Promise<AdminKey> {
  if (await hasKeys(services)) return null;
  const mayPrint = services.config.printAdminKey ?? (services.embedded || process.stdout.isTTY === true);
  return mayPrint ? createFirstKey(services) : "not printed";
}

/** After a new demo its photo index is stored first, so that the first start is ready sooner and no job reads the photos. */
async function startJobs(services: Services, { demo }: { demo: boolean }): Promise<void> {
  if (demo) {
    await indexDemoPhotos(ownContext(services, "start")).catch((error) => {
      if (services.stopping.aborted) return;
      services.log.error({ err: error }, "demo photo index not stored, photos will be enriched by the job");
    });
  }
  await services.jobs.start(jobsOf(services), retiredJobs);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenError(error, { host, port });
  }
  const bound = app.server.address();
  const chosen = typeof bound === "object" && bound !== null ? bound.port : port;
  return `http://${["127.0.0.1", "0.0.0.0", "::"].includes(host) ? "localhost" : host}:${chosen}`;
}

function startControl(config: Config, database: DatabaseHandle, services: Services, log: Log) {
  return startControlServer({
    dataDir: config.dataDir,
    socketFolder: database.socketFolder as string,
    commands: controlCommands(services),
    log,
  });
}

/** Bounds the closing of services after the last request. */
const CLOSE_TIMEOUT_MS = 40_000;

function exitAfterTimeout(log: Log): void {
  setTimeout(() => {
    log.fatal({ within_ms: CLOSE_TIMEOUT_MS }, "shutdown timed out, process ended");
    process.exit(1);
  }, CLOSE_TIMEOUT_MS).unref();
}

/** One Ctrl-C arrives twice: from the terminal to the process group, and from npm. */
const SAME_SIGNAL_MS = 200;

/** The first signal requests a stop, a second one ends the process. */
function onStopSignal(stop: () => void): { stop(): void } {
  let requestedAt = 0;
  const listener = () => {
    if (requestedAt > 0 && performance.now() - requestedAt > SAME_SIGNAL_MS) process.exit(1);
    requestedAt ||= performance.now();
    stop();
  };
  process.on("SIGINT", listener);
  process.on("SIGTERM", listener);
  return {
    stop() {
      process.off("SIGINT", listener);
      process.off("SIGTERM", listener);
    },
  };
}
