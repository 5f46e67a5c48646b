import type { Manifest } from "../platform/backup/manifest.ts";
import { type RestoreProgress, restoreBackup } from "../platform/backup/restore-backup.ts";
import { type Config, StartError } from "../platform/config/config.ts";
import { findRunningServer } from "../platform/control/control-client.ts";
import { DataFolderInUse } from "../platform/database/embedded/start-embedded.ts";
import { findPath } from "../platform/find-path.ts";
import type { Log } from "../platform/log.ts";
import { bytesBar, requireEmbedded } from "./backup-command.ts";
import { invocation } from "./invocation.ts";
import { progressBar, stopSignal, userPath } from "./terminal.ts";

/** `lintel restore FILE`. Returns the exit status: 0 restored, 130 interrupted. */
export async function restoreCommand(config: Config, log: Log, path: string): Promise<number> {
  requireEmbedded(config, "restore");
  const file = userPath(path);
  await requireFile(file);
  const server = await findRunningServer(config.dataDir);
  if (server) throw inUse(`Lintel is running on ${config.dataDir} (process ${server.pid})`);
  const started = performance.now();
  const signal = stopSignal();
  const progress = restoreProgress();
  let manifest: Manifest;
  try {
    manifest = await restoreBackup({
      ...{ file, dataDir: config.dataDir, log, signal, report: progress.update },
    }).finally(() => progress.stop());
  } catch (error) {
    if (signal.aborted) {
      process.stdout.write("Interrupted. Nothing was restored; run lintel restore again.\n");
      return 130;
    }
    if (error instanceof DataFolderInUse) throw inUse(error.message.replace(/\.$/, ""));
    throw error;
  }
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(summary(config, manifest, seconds));
  return 0;
}

async function requireFile(file: string): Promise<void> {
  const found = await findPath(file);
  if (found === null) throw new StartError(`There is no file ${file}.`);
  if (typeof found === "string") throw new StartError(`Cannot restore ${file}: ${found}.`);
  if (found.isDirectory())
    throw new StartError(`Cannot restore ${file}: it is a folder. Name a backup in it.`);
  if (!found.isFile()) throw new StartError(`Cannot restore ${file}: it is not a regular file.`);
}

function inUse(who: string): StartError {
  return new StartError(`${who}. Stop it, or set DATA_DIR to another folder, then run lintel restore again.`);
}

function restoreProgress() {
  let phase: RestoreProgress["phase"] | null = null;
  const bytes = bytesBar("Restoring", 0);
  const tables = progressBar("Checking", "tables");
  const started = performance.now();
  return {
    update(state: RestoreProgress) {
      if (phase !== state.phase) bytes.stop();
      phase = state.phase;
      if (phase === "extracting") return bytes.set(state.bytes, state.total);
      tables.update({
        ...{ done: state.bytes, total: state.total, count: state.bytes },
        seconds: (performance.now() - started) / 1000,
      });
    },
    stop() {
      bytes.stop();
      tables.stop();
    },
  };
}

function summary({ dataDir }: Config, manifest: Manifest, seconds: number): string {
  const counts = Object.values(manifest.tables);
  const rows = counts.reduce((sum, table) => sum + table.rows, 0).toLocaleString("en");
  const checked = counts.some(({ digest }) => digest !== null)
    ? "The digest of every table is that of the backup's moment."
    : "Every file is as it was in the backup.";
  const elsewhere =
    manifest.left_out.length > 0
      ? `\n  Not in the backup, and needed as they were then: ${manifest.left_out.join(", ")}.`
      : "";
  return `Restored the backup of ${manifest.taken_at} (Lintel ${manifest.version}) into ${dataDir} in ${seconds.toFixed(1)} s.
${counts.length} tables with ${rows} rows. ${checked}

  Start it: ${invocation().start}. An older database is migrated then.${elsewhere}
  Messages that waited at that moment are sent after the start. If the old server has sent them since, they are sent twice.
`;
}
