import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { StartError } from "../../config/config.ts";
import { migrateInTransaction } from "../migrate.ts";
import type { DB } from "../types.generated.ts";
import { CANONICAL_FORM } from "./digest-table.ts";

const CONNECT_WITHIN_MS = 10_000;
const OLDEST_POSTGRES = 150_000;

/**
 * Connects to the PostgreSQL database that a move fills.
 *
 * @throws StartError when it cannot be reached, is older than 15, or holds any table.
 */
export async function openMoveTarget(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "lintel move",
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  // A lost connection fails the statement that runs.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    const { message, code } = error as NodeJS.ErrnoException;
    throw new StartError(`The database of --to cannot be reached: ${message || code}.`, { cause: error });
  }
  try {
    await requireEmpty(client);
    await client.query(
      `${CANONICAL_FORM}; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`,
    );
  } catch (error) {
    await client.end();
    throw error;
  }
  return client;
}

type TargetState = { version: number; encoding: string; tables: number; first: string | null };

/** Tables, views and sequences of every schema, but for those of PostgreSQL and of extensions. */
const STATE = `
  select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
    count(c.oid)::int as tables, min(c.oid::regclass::text) as first
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<TargetState>(STATE);
  const { version, encoding, tables, first } = rows[0] as TargetState;
  if (version < OLDEST_POSTGRES)
    throw new StartError("The database of --to is a PostgreSQL older than 15; Lintel needs 15 or newer.");
  if (encoding !== "UTF8")
    throw new StartError(
      `The database of --to has the encoding ${encoding}: create it with the encoding UTF8.`,
    );
  if (tables > 0) {
    throw new StartError(
      `The database of --to is not empty: it has ${first}${tables > 1 ? ` and ${tables - 1} more` : ""}. Create a new one (createdb lintel), and name that.`,
    );
  }
}

/**
 * Creates the product's tables in the transaction that is open.
 *
 * @throws StartError when the user may not create tables.
 */
export async function createTables(client: pg.Client): Promise<void> {
  const connection = Object.assign(client, { release() {} });
  const pool = { connect: async () => connection, end: async () => {} };
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) });
  await migrateInTransaction(db);
}
