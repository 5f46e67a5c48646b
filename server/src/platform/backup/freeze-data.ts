import { copyFile, mkdir, readFile, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Config } from "../config/config.ts";
import { inTransaction } from "../database/database.ts";
import { MIGRATIONS_TABLE } from "../database/migrate.ts";
import { CANONICAL_FORM, digestTable } from "../database/move/digest-table.ts";
import { readTables } from "../database/move/tables.ts";
import type { DB } from "../database/types.generated.ts";
import { AppError } from "../errors.ts";
import { VERSION } from "../version.ts";
import { FolderCopy, ifThere } from "./folder-copy.ts";
import { FolderLinks } from "./folder-links.ts";
import { folderSize } from "./folder-size.ts";
import { BACKUP_FOLDER, type Moment } from "./manifest.ts";

const MEGABYTE = 1_048_576;
/** Room that is left for the database itself. */
const RESERVE_BYTES = 64 * MEGABYTE;
/** Passes before the last one, each over what changed during the one before. */
const MAX_PASSES = 4;
/** Copied while requests wait: a few hundredths of a second. */
const SMALL_BYTES = 48 * MEGABYTE;

export type FreezeProgress = { copied: number; total: number };

type Freeze = {
  db: Kysely<DB>;
  config: Pick<Config, "dataDir" | "storage" | "favoritesSecret" | "encryptionKey">;
  /** Whether a digest of every table is computed, while requests wait. */
  digests: boolean;
  signal: AbortSignal;
  report: (progress: FreezeProgress) => void;
};

/**
 * Copies the data of one moment to `DATA_DIR/backup.tmp`: the embedded database, the stored files as links, and the secrets. The
 * database is copied while it works, several times over what has changed, and a last time in a transaction. The embedded database has
 * one connection at a time, so that nothing else can change its files during that transaction.
 *
 * The caller must remove the folder.
 *
 * @throws AppError when the disk has too little room.
 */
export async function freezeData(freeze: Freeze): Promise<Moment> {
  const { db, config, signal, report } = freeze;
  const folder = join(config.dataDir, BACKUP_FOLDER);
  const postgres = join(config.dataDir, "postgres");
  await rm(folder, { recursive: true, force: true });
  const total = await folderSize(postgres);
  await requireSpace(config.dataDir, total);
  await mkdir(folder, { mode: 0o700 });
  try {
    const database = new FolderCopy(postgres, join(folder, "postgres"));
    const files = new FolderLinks(join(config.dataDir, "files"), join(folder, "files"));
    if (config.storage === null) await files.pass(signal);
    else await mkdir(join(folder, "files"), { mode: 0o700 });
    let copied = 0;
    const onCopied = (bytes: number) => {
      copied += bytes;
      report({ copied: Math.min(copied, total), total });
    };
    for (let pass = 1, bytes = total; pass <= MAX_PASSES && (pass === 1 || bytes > SMALL_BYTES); pass++) {
      await sql`checkpoint`.execute(db);
      ({ bytes } = await database.pass(signal, pass === 1 ? onCopied : undefined));
    }
    const leftOut = await copySecrets(config, folder);
    if (config.storage !== null) leftOut.push("the files in STORAGE_URL");
    const moment = await inTransaction({ db }, async ({ db: transaction }) => {
      const started = performance.now();
      const state = await readState(transaction, freeze.digests);
      await sql`checkpoint`.execute(transaction);
      await database.pass(signal);
      if (config.storage === null) await files.pass(signal);
      return { ...state, paused_ms: Math.ceil(performance.now() - started) };
    });
    // A database that crashed meanwhile has failed the commit.
    const postgresVersion = (await readFile(join(folder, "postgres", "PG_VERSION"), "utf8")).trim();
    return { version: VERSION, ...moment, postgres: postgresVersion, left_out: leftOut };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    throw noSpace(config.dataDir, total, 0);
  }
}

async function readState(transaction: Transaction<DB>, digests: boolean) {
  const query = async <Row>(text: string) => ({ rows: (await sql.raw<Row>(text).execute(transaction)).rows });
  // For this transaction alone: the connection is the server's.
  for (const setting of CANONICAL_FORM.split(";")) await query(setting.replace(/^\s*set /, "set local "));
  const { rows } = await query<{ taken_at: string }>(
    `select to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as taken_at`,
  );
  const migrations = await query<{ name: string }>(`select name from ${MIGRATIONS_TABLE} order by name`);
  const tables: Moment["tables"] = {};
  for (const table of await readTables({ query })) {
    if (digests) tables[table.name] = await digestTable({ query }, table);
    else {
      const counted = await query<{ rows: number }>(`select count(*)::int as rows from ${table.name}`);
      tables[table.name] = { rows: counted.rows[0]?.rows ?? 0, digest: null };
    }
  }
  return { taken_at: rows[0]?.taken_at ?? "", migrations: migrations.rows.map(({ name }) => name), tables };
}

/** @returns what the settings hold, which is not in the backup. */
async function copySecrets(config: Freeze["config"], folder: string): Promise<string[]> {
  const name = "secrets.json";
  await copyFile(join(config.dataDir, name), join(folder, name)).catch(ifThere);
  const settings = { FAVORITES_SECRET: config.favoritesSecret, ENCRYPTION_KEY: config.encryptionKey };
  return Object.entries(settings).flatMap(([setting, value]) => (value === null ? [] : setting));
}

async function requireSpace(dataDir: string, total: number): Promise<void> {
  const { bsize, bavail, blocks } = await statfs(dataDir);
  // Some network file systems report no size.
  if (blocks > 0 && bsize * bavail < total + RESERVE_BYTES) throw noSpace(dataDir, total, bsize * bavail);
}

function noSpace(dataDir: string, total: number, free: number): AppError {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / MEGABYTE)} MB`;
  return new AppError(
    "insufficient_storage",
    `Cannot take a backup: the disk of DATA_DIR (${dataDir}) has ${megabytes(free)} free, and a copy of the database needs ${megabytes(total + RESERVE_BYTES)} for a short time. Make room, then run lintel backup again.`,
  );
}
