import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type pg from "pg";
import { type Config, StartError } from "../config/config.ts";
import type { Log } from "../log.ts";
import { isConnectionTrouble } from "./connection-trouble.ts";
import { createKysely, type DatabaseHandle } from "./database.ts";
import { type EmbeddedDatabase, startEmbedded } from "./embedded/start-embedded.ts";
import { migrate } from "./migrate.ts";
import { createPool } from "./pool.ts";
import type { DB } from "./types.generated.ts";

const OLDEST_POSTGRES = 150_000;

/**
 * Opens the database that the configuration names and brings its schema up to date. Everything above this
 * line is the same for both: one driver, one SQL dialect, only the size of the pool differs.
 *
 * @throws StartError, in words for whoever started the program.
 */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  log: Log,
): Promise<DatabaseHandle> {
  if (config.databaseUrl) return openPostgres(config.databaseUrl);
  return openEmbedded(await startEmbedded(config.dataDir, log));
}

/** The same of an embedded database that has been started. */
export async function openEmbedded(embedded: EmbeddedDatabase): Promise<DatabaseHandle> {
  const pool = createPool({ target: { socketFolder: embedded.socketFolder }, maxConnections: 1 });
  const db = createKysely(pool);
  const close = async () => {
    await db.destroy();
    await embedded.stop();
  };
  return migrated(db, {
    db,
    query: queryOf(pool),
    embedded: true,
    socketFolder: embedded.socketFolder,
    close,
  });
}

async function openPostgres(url: string): Promise<DatabaseHandle> {
  const pool = createPool({ target: { url }, maxConnections: 10 });
  const db = createKysely(pool);
  await waitUntilReachable(db);
  return migrated(db, {
    db,
    query: queryOf(pool),
    embedded: false,
    socketFolder: null,
    close: () => db.destroy(),
  });
}

function queryOf(pool: pg.Pool): DatabaseHandle["query"] {
  return async (text, values) => {
    const result: pg.QueryResult | pg.QueryResult[] = await pool.query(text, values);
    return Array.isArray(result) ? { rows: result.flatMap(({ rows }) => rows) } : result;
  };
}

async function migrated(db: Kysely<DB>, handle: DatabaseHandle): Promise<DatabaseHandle> {
  try {
    await migrate(db);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A database that starts beside the program (compose, a rebooted machine) gets half a minute. */
async function waitUntilReachable(db: Kysely<DB>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { rows } = await sql<{
        version: string;
      }>`select current_setting('server_version_num') as version`.execute(db);
      if (Number(rows[0]?.version) >= OLDEST_POSTGRES) return;
      await db.destroy();
      throw new StartError("DATABASE_URL names a PostgreSQL older than 15; Lintel needs 15 or newer.");
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (attempt === 15 || !isConnectionTrouble(error)) {
        await db.destroy();
        const reason =
          error instanceof Error
            ? error.message || String((error as NodeJS.ErrnoException).code)
            : String(error);
        throw new StartError(`The database in DATABASE_URL cannot be reached: ${reason}`, { cause: error });
      }
      await delay(2000);
    }
  }
}
