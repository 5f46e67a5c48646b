import { setTimeout as delay } from "node:timers/promises";
import { type CommandName, controlCommands } from "../commands.ts";
import { type Config, StartError } from "../platform/config/config.ts";
import { loadSecrets } from "../platform/config/secrets.ts";
import { findRunningServer, runOnServer } from "../platform/control/control-client.ts";
import type { DatabaseHandle } from "../platform/database/database.ts";
import { DataFolderInUse } from "../platform/database/embedded/start-embedded.ts";
import { openDatabase } from "../platform/database/open-database.ts";
import type { Log } from "../platform/log.ts";
import { createServices } from "../services.ts";

type Started = {
  name: CommandName;
  input: unknown;
  report: (progress: unknown) => void;
  signal: AbortSignal;
};

/**
 * Carries out a command: here, when this process can have the database; else in the server that has the embedded
 * one open.
 */
export async function runCommand(config: Config, log: Log, command: Started): Promise<unknown> {
  const opened = await openOrFindServer(config, log);
  if ("socket" in opened) return runOnServer(opened, command, command.report, command.signal);
  try {
    const secrets = await loadSecrets(config);
    const services = createServices({ config, secrets, database: opened, log, stopping: command.signal });
    const run = controlCommands(services)[command.name];
    return await run?.(command.input, command.report, command.signal);
  } finally {
    await opened.close();
  }
}

/** How long a database whose server was killed may take to finish. */
const PATIENCE_MS = 15_000;

/** The database, or the running server that has it open. */
export async function openOrFindServer(config: Config, log: Log) {
  const waitUntil = Date.now() + PATIENCE_MS;
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
