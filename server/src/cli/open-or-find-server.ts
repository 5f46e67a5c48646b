import { setTimeout as delay } from "node:timers/promises";
import { type Config, StartError } from "../platform/config/config.ts";
import { findRunningServer } from "../platform/control/control-client.ts";
import type { DatabaseHandle } from "../platform/database/database.ts";
import { DataFolderInUse } from "../platform/database/embedded/start-embedded.ts";
import { openDatabase } from "../platform/database/open-database.ts";
import type { Log } from "../platform/log.ts";

/** How long a database may take to stop after its server was killed. */
const STOP_TIMEOUT_MS = 15_000;

/** The database, or the running server that has the embedded one open. */
export async function openOrFindServer(config: Config, log: Log) {
  const waitUntil = Date.now() + STOP_TIMEOUT_MS;
  for (;;) {
    try {
      return (await openDatabase(config, log)) satisfies DatabaseHandle;
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      const server = await findRunningServer(config.dataDir);
      if (server) return server;
      if (Date.now() > waitUntil) {
        throw new StartError(
          `${config.dataDir} is in use by another process that does not answer. End it first.`,
        );
      }
      await delay(100);
    }
  }
}
