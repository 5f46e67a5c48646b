import { setTimeout as delay } from "node:timers/promises";
import { type Config, StartError } from "../platform/config/config.ts";
import { findRunningServer, type RunningServer } from "../platform/control/control-client.ts";
import type { DatabaseHandle } from "../platform/database/database.ts";
import { DataFolderInUse } from "../platform/database/embedded/start-embedded.ts";
import { openDatabase } from "../platform/database/open-database.ts";
import type { Log } from "../platform/log.ts";

/** How long a server may take to start, or a database to stop after its server was killed. A process that has ended holds no lock. */
const WAIT_MS = 60_000;
/** The wait is announced when it takes longer: most last as long as a stop. */
const ANNOUNCED_AFTER_MS = 2000;
const PAUSE_MS = 100;
/** Each attempt starts a process, which would slow down a start that is slow already. */
const LATER_PAUSE_MS = 500;

/** The database, or the running server that has the embedded one open. */
export function openOrFindServer(config: Config, log: Log): Promise<DatabaseHandle | RunningServer> {
  return orFindServer(config, () => openDatabase(config, log));
}

/** What `open` makes, or the running server that has the embedded database open. */
export async function orFindServer<Opened>(
  { dataDir }: Pick<Config, "dataDir">,
  open: () => Promise<Opened>,
): Promise<Opened | RunningServer> {
  const started = Date.now();
  let isAnnounced = false;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      const server = await findRunningServer(dataDir);
      if (server) return server;
    }
    const waited = Date.now() - started;
    if (waited > WAIT_MS)
      throw new StartError(
        `Cannot open ${dataDir}: another process has had it open for ${WAIT_MS / 1000} seconds and does not answer. A server that is starting answers when /health/ready does: wait for that and repeat the command.`,
      );
    if (waited > ANNOUNCED_AFTER_MS && !isAnnounced) {
      isAnnounced = true;
      process.stderr.write(
        `Another process has ${dataDir} open and does not answer yet. Waiting up to ${WAIT_MS / 1000} seconds for the server to start.\n`,
      );
    }
    await delay(isAnnounced ? LATER_PAUSE_MS : PAUSE_MS);
  }
}
