import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import { finishRestore } from "../backup/finish-restore.ts";
import { removeBackupFolder } from "../backup/manifest.ts";
import { type Config, StartError } from "../config/config.ts";
import { secureDataFolder } from "../data-folder.ts";
import type { Log } from "../log.ts";
import { prepareDataFolder } from "../prepare-data-folder.ts";
import { DatabaseUnavailable, isConnectionError } from "./connection-errors.ts";
import { createKysely, type DatabaseHandle, primaryAlone } from "./database.ts";
import { type EmbeddedDatabase, startEmbedded } from "./embedded/start-embedded.ts";
import { migrate } from "./migrate.ts";
import { createPool, type DatabasePool } from "./pool.ts";
import { ReadReplicas } from "./read-replicas.ts";
import type { DB } from "./types.generated.ts";
import { withoutStatementLimit } from "./watched-client.ts";

const OLDEST_POSTGRES = 150_000;

/**
 * Opens the configured database and migrates it. All code above is the same for both databases: one driver, one SQL
 * dialect; only the pool size differs.
 *
 * @throws StartError with a message for the operator.
 */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "dataDir"> & Partial<Pick<Config, "databaseReadUrl">>,
  log: Log,
): Promise<DatabaseHandle> {
  if (config.databaseUrl) {
    openOptionalDataFolder(config.dataDir, log);
    return openPostgres({ url: config.databaseUrl, readUrl: config.databaseReadUrl ?? null }, log);
  }
  prepareDataFolder(config.dataDir, log);
  await finishRestore(config.dataDir);
  const embedded = await startEmbedded(config.dataDir, log);
  await removeBackupFolder(config.dataDir);
  return openEmbedded(embedded, log);
}

/** Same, for an embedded database that was started. */
export async function openEmbedded(embedded: EmbeddedDatabase, log: Log): Promise<DatabaseHandle> {
  const pool = createPool({ target: embedded, maxConnections: 1, log });
  const db = createKysely(pool);
  const close = async () => {
    await db.destroy();
    await embedded.stop();
  };
  const handle: DatabaseHandle = {
    db,
    query: queryOf(pool),
    connections: () => pool.connections,
    embedded: true,
    socketFolder: embedded.socketFolder,
    watch: pool.watch,
    oldReads: primaryAlone,
    close,
  };
  return migrated(db, handle, log);
}

async function openPostgres(
  { url, readUrl }: { url: string; readUrl: string | null },
  log: Log,
): Promise<DatabaseHandle> {
  const pool = createPool({ target: { url }, maxConnections: 10, log });
  const db = createKysely(pool);
  await waitUntilReachable(db, log);
  const replicas = readUrl
    ? new ReadReplicas({ url: readUrl, primary: () => pool.server as string, log })
    : null;
  const handle: DatabaseHandle = {
    db,
    query: queryOf(pool),
    connections: () => pool.connections,
    embedded: false,
    socketFolder: null,
    watch: pool.watch,
    oldReads: replicas ?? primaryAlone,
    async close() {
      await replicas?.close();
      await db.destroy();
    },
  };
  await migrated(db, handle, log);
  await replicas?.start().catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  return handle;
}

function queryOf(pool: DatabasePool): DatabaseHandle["query"] {
  return async (text, values) => {
    const result = await pool.query(text, values);
    return Array.isArray(result) ? { rows: result.flatMap(({ rows }) => rows) } : result;
  };
}

async function migrated(db: Kysely<DB>, handle: DatabaseHandle, log: Log): Promise<DatabaseHandle> {
  try {
    await withoutStatementLimit(() => migrate(db, { log }));
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

// Both count from the first failure: when the process was stopped, the driver reports a connection as late although it was answered.
/** Longest wait for a database that refuses connections, because it is starting too (compose, a reboot). */
const REACHABLE_WITHIN_MS = 30_000;
/** Longest wait for a database that accepts connections and does not answer, because it is frozen or behind a firewall. */
const ANSWERS_WITHIN_MS = 5_000;

/**
 * Waits for a database that starts at the same time, saying so at once.
 *
 * @throws StartError when it cannot be used.
 */
async function waitUntilReachable(db: Kysely<DB>, log: Log): Promise<void> {
  let failingSince: number | null = null;
  for (;;) {
    try {
      const { rows } = await sql<{
        version: string;
      }>`select current_setting('server_version_num') as version`.execute(db);
      if (Number(rows[0]?.version) >= OLDEST_POSTGRES) return;
      await db.destroy();
      throw new StartError("DATABASE_URL names a PostgreSQL older than 15; Lintel needs 15 or newer.");
    } catch (error) {
      if (error instanceof StartError) throw error;
      const within = error instanceof DatabaseUnavailable ? ANSWERS_WITHIN_MS : REACHABLE_WITHIN_MS;
      const isFirst = failingSince === null;
      failingSince ??= performance.now();
      if (performance.now() - failingSince > within || !isConnectionError(error)) {
        await db.destroy();
        throw new StartError(`The database in DATABASE_URL cannot be reached: ${reasonOf(error)}.`, {
          cause: error,
        });
      }
      if (isFirst) log.warn({ reason: reasonOf(error) }, "database not reachable yet, waiting for it");
      await delay(2000);
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return "it does not answer";
  return error instanceof Error
    ? error.message || String((error as NodeJS.ErrnoException).code)
    : String(error);
}

/**
 * With PostgreSQL the data folder is optional: each write there (files and mail, unless configured elsewhere) fails
 * by itself.
 */
function openOptionalDataFolder(dataDir: string, log: Log): void {
  try {
    secureDataFolder(dataDir, log);
  } catch (error) {
    log.warn({ err: error, data_dir: dataDir }, "data folder unusable, nothing is stored in it");
  }
}
