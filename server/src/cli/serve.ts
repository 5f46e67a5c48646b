import type { Config } from "../platform/config/config.ts";
import { requireSecrets } from "../platform/config/secrets.ts";
import type { Log } from "../platform/log.ts";
import { alreadyRunning, checkAddress } from "./check-address.ts";
import { openOrFindServer } from "./open-or-find-server.ts";
import { announcePresence } from "./presence.ts";

/**
 * `lintel serve`. What a start needs is checked before anything is made; then the database opens in its own process while this
 * one loads the server's modules.
 */
export async function serve(config: Config, log: Log): Promise<void> {
  const started = performance.now();
  requireSecrets(config);
  await checkAddress(config);
  const opened = openOrFindServer(config, log).then((database) => {
    if (!("socket" in database)) return database;
    throw alreadyRunning(config, database.pid);
  });
  // A failure is thrown by the server, which awaits the database.
  opened.catch(() => {});
  const presence = announcePresence();
  try {
    const { runServer } = await import("./run-server.ts");
    await runServer({ config, log, opened, started });
  } finally {
    presence.stop();
  }
}
