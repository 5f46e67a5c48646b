import { stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { folderSize } from "../platform/backup/folder-size.ts";
import { type BackupProgress, holdBackup } from "../platform/backup/hold-backup.ts";
import { BACKUP_FOLDER, type Manifest, type Moment } from "../platform/backup/manifest.ts";
import { requireWritable, writeArchive } from "../platform/backup/write-archive.ts";
import { type Config, StartError } from "../platform/config/config.ts";
import { type RunningServer, runOnServer } from "../platform/control/control-client.ts";
import { createKysely } from "../platform/database/database.ts";
import { type EmbeddedDatabase, startEmbedded } from "../platform/database/embedded/start-embedded.ts";
import { createPool } from "../platform/database/pool.ts";
import { requireCluster } from "../platform/find-path.ts";
import type { Log } from "../platform/log.ts";
import { prepareDataFolder } from "../platform/prepare-data-folder.ts";
import { invocation } from "./invocation.ts";
import { orFindServer } from "./open-or-find-server.ts";
import { type Progress, progressBar, stopSignal, userPath } from "./terminal.ts";

const MEGABYTE = 1_048_576;

type Options = { digests?: boolean };

/** `lintel backup FILE`. Returns the exit status: 0 written, 130 interrupted. */
export async function backupCommand(
  config: Config,
  log: Log,
  path: string,
  options: Options,
): Promise<number> {
  requireEmbedded(config, "backup");
  await requireCluster(config.dataDir);
  const file = userPath(path);
  if (!relative(config.dataDir, file).startsWith(`..${sep}`))
    throw new StartError(
      `${file} is in DATA_DIR, which a backup is of. Choose a file elsewhere, best on another disk.`,
    );
  await requireWritable(file);
  const started = performance.now();
  const signal = stopSignal();
  const frozen = join(config.dataDir, BACKUP_FOLDER);
  let manifest: Manifest | null = null;
  try {
    const write: Write = async (moment, held) => {
      const bar = bytesBar("Writing", 2 * (await folderSize(frozen)));
      const archive = { from: frozen, to: file, moment, signal: held, onBytes: bar.add };
      manifest = await writeArchive(archive).finally(() => bar.stop());
    };
    await withFrozenData(config, log, { digests: options.digests ?? false, signal }, write);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (!manifest) {
    process.stdout.write(`Interrupted. No backup was written; run lintel backup again.\n`);
    return 130;
  }
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(summary(file, (await stat(file)).size, manifest, seconds));
  return 0;
}

/** @throws StartError with PostgreSQL's own commands, when the database is not the embedded one. */
export function requireEmbedded({ databaseUrl }: Config, command: "backup" | "restore"): void {
  if (!databaseUrl) return;
  const commands = {
    backup: `pg_dump --format=custom --file=lintel.dump "$DATABASE_URL"`,
    restore: `createdb lintel_restored && pg_restore --no-owner --exit-on-error --dbname=lintel_restored lintel.dump`,
  };
  throw new StartError(
    `lintel ${command} is for the embedded database, and DATABASE_URL is set. Use PostgreSQL's own tools:\n\n  ${commands[command]}\n\nand ${command} the files of STORAGE_URL beside it: see docs/operations/backups.md.`,
  );
}

type Freeze = { digests: boolean; signal: AbortSignal };
/** `held` is aborted when the frozen data is not kept any longer. */
type Write = (moment: Moment, held: AbortSignal) => Promise<void>;

/** Freezes the data in the running server, or here when none runs, for as long as `write` works. */
async function withFrozenData(
  config: Config,
  log: Log,
  { digests, signal }: Freeze,
  write: Write,
): Promise<void> {
  const opened = await orFindServer(config, () => open(config, log));
  const written = new AbortController();
  const ended = AbortSignal.any([signal, written.signal]);
  const gone = new AbortController();
  const held = AbortSignal.any([signal, gone.signal]);
  const bar = bytesBar("Copying", 0);
  let writing = Promise.resolve();
  let isWritten = false;
  const report = (progress: BackupProgress) => {
    if ("copying" in progress) return bar.set(progress.copying.copied, progress.copying.total);
    bar.stop();
    writing = write(progress.frozen, held)
      .then(() => {
        isWritten = true;
      })
      .finally(() => written.abort());
    // A failure is thrown below.
    writing.catch(() => {});
  };
  try {
    if ("socket" in opened) await freezeOnServer(opened, { digests }, report, ended);
    else await freezeHere(config, log, opened, { digests }, report, ended);
  } catch (error) {
    gone.abort();
    await writing.catch(() => {});
    // The server may have ended when the file was whole.
    if (!isWritten) throw error;
  } finally {
    bar.stop();
  }
  await writing;
}

async function freezeOnServer(
  server: RunningServer,
  input: { digests: boolean },
  report: (progress: BackupProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  await runOnServer(server, { name: "backup", input }, report as (progress: unknown) => void, signal);
}

/** Without migrations: a backup before an upgrade holds the database as it is. */
async function freezeHere(
  config: Config,
  log: Log,
  embedded: EmbeddedDatabase,
  input: { digests: boolean },
  report: (progress: BackupProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const db = createKysely(createPool({ target: embedded, maxConnections: 1, log }));
  try {
    await holdBackup({ db, config, signal }, input, report);
  } finally {
    await db.destroy();
    await embedded.stop();
  }
}

function open(config: Config, log: Log): Promise<EmbeddedDatabase> {
  prepareDataFolder(config.dataDir, log);
  return startEmbedded(config.dataDir, log);
}

/** A progress bar of megabytes. */
export function bytesBar(
  what: string,
  total: number,
): { add(bytes: number): void; set(done: number, total: number): void } & Pick<Progress, "stop"> {
  const bar = progressBar(what, "MB");
  const started = performance.now();
  let sum = 0;
  const set = (done: number, of: number) =>
    bar.update({
      ...{ done, total: Math.max(done, of), count: Math.round(done / MEGABYTE) },
      seconds: (performance.now() - started) / 1000,
    });
  return {
    set,
    add(bytes) {
      sum += bytes;
      set(sum, total);
    },
    stop: () => bar.stop(),
  };
}

function restoreCommand(file: string): string {
  const { settingsFile, command } = invocation();
  return settingsFile === null
    ? `DATA_DIR=/path/to/new ${command} restore ${file}`
    : `${command} restore ${file} (docs/operations/one-server.md, Restore)`;
}

function summary(file: string, size: number, manifest: Manifest, seconds: number): string {
  const { taken_at, paused_ms, tables, parts, left_out } = manifest;
  const counts = Object.values(tables);
  const rows = counts.reduce((sum, table) => sum + table.rows, 0).toLocaleString("en");
  const files = parts.find(({ name }) => name === "files")?.files ?? 0;
  const keep = left_out.length > 0 ? `\n  Not in it, keep them too: ${left_out.join(", ")}.` : "";
  return `Backup of ${taken_at}: ${file} (${(size / MEGABYTE).toFixed(1)} MB) in ${seconds.toFixed(1)} s; requests waited ${paused_ms} ms.
${counts.length} tables with ${rows} rows, ${files} files.
${counts.some(({ digest }) => digest !== null) ? "With a digest of every table, which lintel restore compares.\n" : ""}
  Only you can read it, and it holds secrets: the keys that sign links and encrypt stored tokens. Keep it as safe as the server.${keep}
  Restore it into an empty folder: ${restoreCommand(file)}
`;
}
