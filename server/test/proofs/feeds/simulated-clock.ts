import { renameSync, writeFileSync } from "node:fs";
import { sql } from "kysely";
import type { DatabaseHandle } from "../../../src/platform/database/database.ts";

/** In the folder of the embedded database, so that it can read it. */
const FILE = "clock-ahead";
const AHEAD_IN_FILE = `coalesce(nullif(pg_read_file('${FILE}', true), ''), '0')::float8`;
/** Tables of which the statements tell the simulated time. */
const SIMULATED = "feeds|feed_runs|feed_spending|photo_requests|photo_copies";
const AHEAD_IN_TABLE = "(select ahead from simulated_time.clock)";

/**
 * The time of a proof in which days pass within seconds: real time passes, and between its steps the proof moves all clocks ahead,
 * those of the server processes (preload-clock.ts), of their database and of the feed server.
 */
export class SimulatedClock {
  /** What preload-clock.ts reads. */
  readonly file: string;
  readonly #database: DatabaseHandle | null;
  #ahead = 0;

  /** @param database PostgreSQL; null for the embedded database, which reads the file. */
  constructor(folder: string, database: DatabaseHandle | null) {
    this.file = `${folder}/${FILE}`;
    this.#database = database;
    this.#write();
  }

  /** Unix ms. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  async advance(ms: number): Promise<void> {
    this.#ahead += ms;
    // The database first: it has the counts of the budget, and is never behind the processes.
    if (this.#database)
      await sql`update simulated_time.clock set ahead = ${this.#ahead}`.execute(this.#database.db);
    this.#write();
  }

  #write(): void {
    writeFileSync(`${this.file}.new`, String(this.#ahead));
    renameSync(`${this.file}.new`, this.file);
  }
}

/**
 * Puts clock_timestamp() ahead by what the clock says, for statements about feeds and their photos. Leases and the deadlines of
 * transactions stay in real time: the processes that hold them measure them by it.
 */
export async function installClock({ db, embedded }: DatabaseHandle): Promise<void> {
  const ahead = embedded ? AHEAD_IN_FILE : AHEAD_IN_TABLE;
  const statements = [
    "create schema simulated_time",
    "create table simulated_time.clock (ahead float8 not null)",
    "insert into simulated_time.clock values (0)",
    "set local allow_system_table_mods = on",
    "alter function pg_catalog.clock_timestamp() rename to machine_timestamp",
    `create function pg_catalog.clock_timestamp() returns timestamptz language sql volatile as $$
       select pg_catalog.machine_timestamp()
         + case when current_query() ~ '${SIMULATED}' then ${ahead} else 0 end * interval '1 millisecond' $$`,
  ];
  await db.transaction().execute(async (transaction) => {
    for (const statement of statements) await sql.raw(statement).execute(transaction);
  });
}
