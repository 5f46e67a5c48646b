import { once } from "node:events";
import { createApp } from "../app.ts";
import { pruneAuditLog } from "../audit/index.ts";
import { hasBrokerages } from "../brokerages/index.ts";
import { controlCommands } from "../commands.ts";
import { loadDemo } from "../demo/index.ts";
import { ensureBootstrapKey } from "../identity/index.ts";
import { readImagesJob } from "../images/index.ts";
import { pruneTombstones } from "../listings/index.ts";
import { demandLocalModels } from "../models/index.ts";
import { type Config, StartError } from "../platform/config/config.ts";
import { loadSecrets } from "../platform/config/secrets.ts";
import { startControlServer } from "../platform/control/control-server.ts";
import type { DatabaseHandle } from "../platform/database/database.ts";
import { HttpDrain } from "../platform/http/http-drain.ts";
import type { Log } from "../platform/log.ts";
import { prepareStorage } from "../platform/storage/open-storage.ts";
import { jobsOf } from "../schedules.ts";
import { indexListingsJob } from "../search/index.ts";
import type { Services } from "../services.ts";
import { createServices, ownContext } from "../services.ts";
import { announcePresence } from "./presence.ts";
import { progressBar } from "./progress.ts";
import { openOrFindServer } from "./run-command.ts";
import { welcome } from "./welcome.ts";

/** `lintel serve`: starts everything, says where to look, and runs until it is asked to stop. */
export async function serve(config: Config, log: Log): Promise<void> {
  const started = performance.now();
  demandLocalModels(config);
  const draining = new AbortController();
  const stopping = new AbortController();
  const presence = announcePresence();
  const secrets = await loadSecrets(config);
  const database = await openOrFindServer(config, log);
  if ("socket" in database) {
    throw new StartError(
      `Lintel is already running on ${config.dataDir} (process ${database.pid}). Stop it, or set DATA_DIR to another folder.`,
    );
  }

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
    // Nobody has been served yet who would have to be sent elsewhere.
    if (!serving) stopping.abort();
  });
  try {
    const { adminKey, demo } = await prepare(services);
    await services.listings.index.start();
    const app = await createApp(services);
    const drain = new HttpDrain(app.server);
    const address = await listen(app, config);
    services.listings.index.onChange(() => services.jobs.wake(indexListingsJob));
    services.listings.index.onChange(() => services.jobs.wake(readImagesJob));
    // Read now, so that the first search need not wait; what fails here is said again by that search.
    for (const vectors of [services.search.vectors, services.images.vectors]) {
      vectors.start().catch((error) => log.error({ err: error }, "vectors cannot be read yet"));
    }
    // Beside the requests: nobody waits for them.
    void services.jobs.start(jobsOf(services));
    const control = database.embedded ? await startControl(config, database, services, log) : null;
    process.stdout.write(
      welcome({
        address,
        seconds: (performance.now() - started) / 1000,
        adminKey,
        demo,
        listings: services.listings.index.size,
      }),
    );

    serving = true;
    if (!draining.signal.aborted) await once(draining.signal, "abort");
    const delayMs = config.shutdownDelaySeconds * 1000;
    log.info({ delay_ms: delayMs }, "stop asked for: requests that are under way are finished first");
    await drain.run({ delayMs, endLongWork: () => stopping.abort() });
    control?.stop();
    await services.jobs.stop();
    await drain.close(app);
  } finally {
    stopping.abort();
    exitAtLast(log);
    await services.jobs.stop();
    // After the jobs: what they are sending may arrive.
    await services.outbound.close();
    services.pictures.close();
    services.mailer.close();
    await services.listings.index.stop();
    await services.search.vectors.stop();
    await services.images.vectors.stop();
    await services.models.close();
    await services.limits.close();
    await database.close();
    presence.stop();
    stopOnSignal.stop();
  }
}

async function prepare(services: Services): Promise<{ adminKey: string | null; demo: boolean }> {
  const ctx = ownContext(services, "start");
  await prepareStorage(services.storage, services.log);
  const adminKey = await ensureBootstrapKey(services);
  await pruneTombstones(ctx);
  await pruneAuditLog(ctx);
  const demo = (services.config.demo ?? services.embedded) && !(await hasBrokerages(ctx));
  if (!demo) return { adminKey, demo: false };

  process.stderr.write("First start: making the demo brokerage (DEMO=false leaves it out)\n");
  const started = performance.now();
  const bar = progressBar("Demo", "listings");
  await loadDemo(ctx, ({ listings, photos }) => {
    const note = `and ${photos.done} of ${photos.total} photos drawn`;
    bar.update({
      done: listings.done + photos.done,
      total: listings.total + photos.total,
      count: listings.done,
      seconds: (performance.now() - started) / 1000,
      note,
    });
  }).finally(() => bar.stop());
  return { adminKey, demo: true };
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EADDRINUSE") {
      throw new StartError(`Port ${port} is in use. Choose another: PORT=${port + 1} npm start`, {
        cause: error,
      });
    }
    if (code === "EACCES" || code === "EADDRNOTAVAIL") {
      throw new StartError(`Cannot listen on ${host}:${port} (${code}). Set HOST and PORT.`, {
        cause: error,
      });
    }
    throw error;
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

/** For all that is closed once no request is under way: what hangs then must not hang for ever. */
const CLOSE_WITHIN_MS = 40_000;

function exitAtLast(log: Log): void {
  setTimeout(() => {
    log.fatal({ within_ms: CLOSE_WITHIN_MS }, "process does not stop in time, ended");
    process.exit(1);
  }, CLOSE_WITHIN_MS).unref();
}

/** One Ctrl-C may come twice: to the whole group of processes, and from npm. */
const SAME_SIGNAL_MS = 200;

/** The first signal asks to stop; another one ends the process at once. */
function onStopSignal(stop: () => void): { stop(): void } {
  let asked = 0;
  const listener = () => {
    if (asked > 0 && performance.now() - asked > SAME_SIGNAL_MS) process.exit(1);
    asked ||= performance.now();
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
