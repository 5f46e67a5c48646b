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
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import { matchChangesJob } from "../saved-searches/index.ts";
import { jobsOf, retiredJobs } from "../schedules.ts";
import { indexListingsJob } from "../search/index.ts";
import type { AppContext, Services } from "../services.ts";
import { createServices, ownContext } from "../services.ts";
import { listenError } from "./check-address.ts";
import { demoProgress } from "./demo-progress.ts";
import { firstLinks } from "./first-links.ts";
import { type AdminKey, startMessage, suggestionsFor, workerMessage } from "./welcome.ts";

type Start = {
  config: Config;
  log: Log;
  /** The database, opening. */
  opened: Promise<DatabaseHandle>;
  /** `performance.now()` of the start. */
  started: number;
  /** Null while telemetry is off. */
  telemetry: Telemetry | null;
};

/** Starts everything, prints where it is, and runs until a stop is requested. */
export async function runServer({ config, log, opened, started, telemetry }: Start): Promise<void> {
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
  telemetry?.exportMetrics(() => services.metrics.registry);
  let serving = false;
  const stopOnSignal = onStopSignal(() => {
    draining.abort();
    // Without open requests there is nothing to drain.
    if (!serving) stopping.abort();
  });
  try {
    // The routes are registered while the database works.
    const [{ demo, isKeyNew }, app] = await Promise.all([prepare(services), createApp(services)]);
    await services.listings.index.start();
    const drain = new HttpDrain(app.server);
    const address = await listen(app, config);
    // Loaded now so that the first search does not wait. A failure here is thrown again by that search.
    for (const vectors of [services.search.vectors, services.images.vectors]) {
      vectors.start().catch((error) => log.error({ err: error }, "vectors not loaded, will retry"));
    }
    if (config.role !== "worker") services.photos.pages.start(services.stopping);
    if (config.role === "api") void services.jobs.startWaking(jobsOf(services));
    else startWork(services, { demo });
    const control = database.embedded ? await startControl(config, database, services, log) : null;
    const seconds = () => (performance.now() - started) / 1000;
    // The last step, so that no start fails between the first key and its only showing. A start that was asked to stop may have half a
    // demo: it is not ready, and leaves the first key to the next one.
    if (!draining.signal.aborted)
      process.stdout.write(
        config.role === "worker"
          ? workerMessage({ address, seconds: seconds() })
          : await readyMessage(services, { address, seconds, demo, isKeyNew }),
      );

    // Not awaited: no more than its first pages wait for it.
    if (config.website && config.role !== "worker") void warmWebsites(app, services);

    serving = true;
    if (!draining.signal.aborted) await once(draining.signal, "abort");
    // No load balancer sends requests to a worker.
    const delayMs = config.role === "worker" ? 0 : config.shutdownDelaySeconds * 1000;
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

/** What a start has made: the demo; BOOTSTRAP_ADMIN_KEY as the first key. */
type Made = { demo: boolean; isKeyNew: boolean };

async function prepare(services: Services): Promise<Made> {
  const ctx = ownContext(services, "start");
  await prepareStorage(services.storage, services.log);
  const isKeyNew = await acceptFirstKey(services);
  const wantsDemo = (services.config.demo ?? services.embedded) && !(await hasBrokerages(ctx));
  const demo = wantsDemo && (await makeFirstDemo(ctx));
  await pruneTombstones(ctx);
  await pruneAuditLog(ctx);
  return { demo, isKeyNew };
}

/** @returns whether this process has made it, not another one that started at the same time. */
async function makeFirstDemo(ctx: AppContext): Promise<boolean> {
  process.stderr.write("First start: creating the demo brokerage (DEMO=false skips it)\n");
  const progress = demoProgress();
  const { state } = await makeDemo(ctx, progress.update).finally(() => progress.stop());
  if (state === "exists") process.stderr.write("Another process has created the demo brokerage\n");
  return state === "created";
}

/** @returns whether BOOTSTRAP_ADMIN_KEY is the first key. A worker leaves it to the processes at which people sign in, because these print the link. */
async function acceptFirstKey(services: Services): Promise<boolean> {
  const { bootstrapAdminKey, role } = services.config;
  if (role === "worker") return false;
  const isKeyNew = bootstrapAdminKey !== null && !(await hasKeys(services));
  await acceptBootstrapKey(services);
  return isKeyNew;
}

async function readyMessage(
  services: Services,
  { address, seconds, demo, isKeyNew }: Made & { address: string; seconds: () => number },
): Promise<string> {
  const { config, listings } = services;
  const suggestions = await suggestionsFor(services);
  const adminKey = await firstAdminKey(services);
  const isKeyPrinted = adminKey !== null && adminKey !== "not printed";
  const links = await firstLinks(services, {
    address,
    key: isKeyPrinted || (isKeyNew && mayPrintLinks(config)),
    demo: demo && mayPrintLinks(config),
  });
  return startMessage({
    address,
    seconds: seconds(),
    adminKey,
    links,
    listings: listings.index.size,
    hasWebsite: config.website,
    hasOutbox: config.mail.server === null,
    ...suggestions,
  });
}

/** The first admin key, made now and shown once. */
async function firstAdminKey(services: Services): Promise<AdminKey> {
  if (await hasKeys(services)) return null;
  return mayPrintSecrets(services) ? createFirstKey(services) : "not printed";
}

/** With PostgreSQL, whose servers' output is usually collected, a key is shown on a terminal alone, or where PRINT_ADMIN_KEY asks for it. */
function mayPrintSecrets({ config, embedded }: Services): boolean {
  return config.printAdminKey ?? (embedded || process.stdout.isTTY === true);
}

/** A link works once, and not after a day: also where output is collected, unless PRINT_ADMIN_KEY forbids it (web.md, W27). */
function mayPrintLinks({ printAdminKey }: Config): boolean {
  return printAdminKey ?? true;
}

/** What a process does beside the requests: feeds, and the jobs. */
function startWork(services: Services, { demo }: { demo: boolean }): void {
  const { listings, jobs, feeds } = services;
  for (const job of [indexListingsJob, enrichImagesJob, matchChangesJob])
    listings.index.onChange(() => jobs.wake(job));
  feeds.keeper.start(ownContext(services, "feeds"));
  feeds.photos.start(ownContext(services, "photos of feeds"));
  // Not awaited: jobs run beside the requests.
  void startJobs(services, { demo });
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
