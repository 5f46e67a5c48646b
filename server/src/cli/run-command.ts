import type { CommandName } from "../commands.ts";
import type { Config } from "../platform/config/config.ts";
import { loadSecrets } from "../platform/config/secrets.ts";
import { runOnServer } from "../platform/control/control-client.ts";
import type { Log } from "../platform/log.ts";
import { openOrFindServer } from "./open-or-find-server.ts";

type Started = {
  name: CommandName;
  input: unknown;
  report: (progress: unknown) => void;
  signal: AbortSignal;
};

/** Runs a command in this process when it can open the database, else in the server that has the embedded database open. */
export async function runCommand(config: Config, log: Log, command: Started): Promise<unknown> {
  const opened = await openOrFindServer(config, log);
  if ("socket" in opened) return runOnServer(opened, command, command.report, command.signal);
  try {
    // Not needed where a running server does the work.
    const [{ controlCommands }, { createServices }] = await Promise.all([
      import("../commands.ts"),
      import("../services.ts"),
    ]);
    const secrets = await loadSecrets(config);
    const services = createServices({ config, secrets, database: opened, log, stopping: command.signal });
    const run = controlCommands(services)[command.name];
    return await run?.(command.input, command.report, command.signal);
  } finally {
    await opened.close();
  }
}
