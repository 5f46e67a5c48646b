import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Config, StartError } from "../platform/config/config.ts";
import { loadSecrets } from "../platform/config/secrets.ts";
import { findRunningServer } from "../platform/control/control-client.ts";
import { DataFolderInUse } from "../platform/database/embedded/start-embedded.ts";
import { type MoveProgress, type MoveResult, moveDatabase } from "../platform/database/move/move-database.ts";
import type { Log } from "../platform/log.ts";
import { invocation } from "./invocation.ts";
import { progressBar, stopSignal, userPath } from "./terminal.ts";

/** Settings of the new database, in DATA_DIR: not printed, because they hold a password and secrets. */
const SETTINGS_FILE = "postgres.env";

/** `lintel move --to postgres://…`. Returns the exit status: 0 moved, 130 interrupted. */
export async function moveCommand(config: Config, log: Log, { to }: { to: string }): Promise<number> {
  if (!/^postgres(ql)?:\/\//.test(to) || !URL.canParse(to))
    throw new StartError("--to must be an address that starts with postgres:// or postgresql://.");
  const started = performance.now();
  const signal = stopSignal();
  const progress = moveProgress();
  let result: MoveResult;
  try {
    result = await moveDatabase({
      ...{ dataDir: config.dataDir, to, log, signal, report: progress.update },
    }).finally(() => progress.stop());
  } catch (error) {
    if (signal.aborted) {
      process.stdout.write(
        "Interrupted. Nothing is stored in the database of --to; run lintel move again.\n",
      );
      return 130;
    }
    if (error instanceof DataFolderInUse) throw await inUse(config);
    if (error instanceof StartError) throw error;
    throw new StartError(
      `Cannot move the database: ${(error as Error).message}. Nothing is stored in the database of --to; the embedded database is as it was.`,
      { cause: error },
    );
  }
  const seconds = (performance.now() - started) / 1000;
  const file = await storeSettings(config, to).catch((error) => {
    throw new StartError(
      `The database is moved, but its settings cannot be written to DATA_DIR (${(error as Error).message}). Put DATABASE_URL, the address of --to, into .env yourself, with the FAVORITES_SECRET and ENCRYPTION_KEY that are in use: those of your settings, or of DATA_DIR/secrets.json.`,
      { cause: error },
    );
  });
  process.stdout.write(summary(config, { to, file, ...result, seconds }));
  return 0;
}

async function inUse({ dataDir }: Config): Promise<StartError> {
  const server = await findRunningServer(dataDir);
  const who = server
    ? `Lintel is running on ${dataDir} (process ${server.pid})`
    : `${dataDir} is in use by another process`;
  return new StartError(
    `${who}. Stop it, then run lintel move again: what it writes meanwhile would be lost.`,
  );
}

const LABELS = { reading: "Reading", copying: "Copying", checking: "Checking" };

function moveProgress() {
  let phase: MoveProgress["phase"] | null = null;
  let started = 0;
  let bar = progressBar("", "rows");
  return {
    update(state: MoveProgress) {
      if (state.phase !== phase) {
        bar.stop();
        bar = progressBar(LABELS[state.phase], "rows");
        phase = state.phase;
        started = performance.now();
      }
      const { rows, tables } = state;
      // How many rows there are is known after the first phase.
      const part = rows.total > 0 ? rows : tables;
      const note = `table ${tables.done + 1} of ${tables.total}: ${state.table}`;
      bar.update({ ...part, count: rows.done, seconds: (performance.now() - started) / 1000, note });
    },
    stop: () => bar.stop(),
  };
}

/** The secrets must stay the same: they decrypt stored tokens and verify links that were sent. */
async function storeSettings(config: Config, to: string): Promise<string> {
  const { favoritesSecret, encryptionKey } = await loadSecrets({ ...config, databaseUrl: null });
  const settings = {
    DATABASE_URL: to.replaceAll("'", "%27"),
    FAVORITES_SECRET: favoritesSecret,
    ENCRYPTION_KEY: Buffer.from(encryptionKey).toString("base64"),
  };
  const file = join(config.dataDir, SETTINGS_FILE);
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(file, lines.join(""), { mode: 0o600 });
  return file;
}

function summary(
  { dataDir }: Config,
  { to, file, tables, rows, seconds }: MoveResult & { to: string; file: string; seconds: number },
): string {
  const rate = Math.round(rows / Math.max(0.001, seconds)).toLocaleString("en");
  const shown = new URL(to);
  if (shown.password !== "") shown.password = "***";
  const short = relative(userPath("."), file);
  const path = short.startsWith("..") ? file : short;
  const { settingsFile, start } = invocation();
  return `Moved ${tables} tables with ${rows.toLocaleString("en")} rows in ${seconds.toFixed(1)} s (${rate} rows/s).
The number and a digest of the rows are equal in every table; sequences continue where they were.

  Next
    (umask 077; echo; cat '${path}') >> ${settingsFile ?? ".env"}     # DATABASE_URL=${shown.href}, FAVORITES_SECRET, ENCRYPTION_KEY
    ${start}

  Files stay in ${dataDir}: files/ (photos and uploads), outbox/ (mail), models/. Other machines need a
  copy of files/, or a shared STORAGE_URL. Background jobs are made again at the start; what waits is sent then.
  The embedded database, ${join(dataDir, "postgres")}, is as it was. Do not start it again beside the new one: both would
  send the mail that waits. Delete it when you no longer need it.
`;
}
