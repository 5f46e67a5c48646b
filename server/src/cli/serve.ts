import { type Config, StartError } from "../platform/config/config.ts";
import type { Log } from "../platform/log.ts";
import { openOrFindServer } from "./open-or-find-server.ts";
import { announcePresence } from "./presence.ts";

/** `lintel serve`. The database opens in its own process while this one loads the server's modules. */
export async function serve(config: Config, log: Log): Promise<void> {
  const started = performance.now();
  const opening = openOrFindServer(config, log);
  const opened = opening.then((database) => {
    if (!("socket" in database)) return database;
    throw new StartError(
      `Lintel is already running on ${config.dataDir} (process ${database.pid}). Stop it, or set DATA_DIR to another folder.`,
    );
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
