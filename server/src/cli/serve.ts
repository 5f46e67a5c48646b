import { type Config, StartError } from "../platform/config/config.ts";
import { requireSecrets } from "../platform/config/secrets.ts";
import type { Log } from "../platform/log.ts";
import { outboxFolder } from "../platform/mail/outbox-mailer.ts";
import { startTelemetry } from "../platform/telemetry/start-telemetry.ts";
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
  requireSharedDatabase(config);
  await checkAddress(config);
  warnWithoutMailServer(config, log);
  const opened = openOrFindServer(config, log).then((database) => {
    if (!("socket" in database)) return database;
    throw alreadyRunning(config, database.pid);
  });
  // A failure is thrown by the server, which awaits the database.
  opened.catch(() => {});
  const presence = announcePresence();
  const telemetry = await startTelemetry(config, log);
  try {
    const { runServer } = await import("./run-server.ts");
    await runServer({ config, log, opened, started, telemetry });
  } finally {
    await telemetry?.close();
    presence.stop();
  }
}

/** @throws StartError when a process would wait for another one that the embedded database does not let in. */
function requireSharedDatabase({ role, databaseUrl }: Config): void {
  if (role === "all" || databaseUrl !== null) return;
  throw new StartError(
    `The role ${role} needs PostgreSQL, because the embedded database has one process: set DATABASE_URL, or leave the role out.`,
  );
}

/** Mail in the outbox counts as sent. That suits a trial, which uses the embedded database. */
function warnWithoutMailServer({ databaseUrl, dataDir, mail }: Config, log: Log): void {
  if (databaseUrl === null || mail.server !== null) return;
  log.warn(
    { outbox: outboxFolder(dataDir) },
    "MAIL_URL is not set, mail is written to the outbox and not sent",
  );
}
