import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import type { Log } from "../log.ts";
import { isForCaller } from "./commit-deadline.ts";
import { DatabaseUnavailable } from "./connection-errors.ts";
import { DatabaseWatch, type Probe } from "./database-watch.ts";
import { probePostgres } from "./probe-postgres.ts";
import { readTimestamp } from "./read-timestamp.ts";
import { WatchedClient, type WatchedClientConfig } from "./watched-client.ts";

/** True inside a transaction: see `connect` below. */
export const transactionScope = new AsyncLocalStorage<true>();

export type PoolOptions = {
  /** A PostgreSQL address, or the embedded database with its socket folder and its health check. */
  target: { url: string } | { socketFolder: string; answers: () => Promise<void> };
  maxConnections: number;
  log?: Log;
};

/** Longest wait for a free connection: a 503 is better than no response. */
const CHECKOUT_MS = 30_000;
/** Longest wait in a request. The embedded database has one connection, on which requests queue. */
const CALLER_CHECKOUT_MS = 10_000;
const STATEMENT_MS = 60_000;
const IDLE_IN_TRANSACTION_MS = 30_000;
const CLOSE_MS = 3000;
/** The plans of prepared statements are those of small tables until autovacuum has seen them grow. */
const CONNECTION_LIFETIME_SECONDS = 300;

/**
 * Statements take milliseconds; to compile one takes 50 to 300, which PostgreSQL does where it overestimates the rows, as in tables
 * that have just been filled. Not a startup parameter, as the timeouts are: a pooler has to be told of each of those.
 */
const NO_JIT = "set jit to off";

export type { DatabasePool };

/**
 * The connection pool. On the embedded database it has one connection, so that use of the pool inside a transaction
 * would deadlock; it throws instead, on both databases.
 */
export function createPool(options: PoolOptions): DatabasePool {
  return new DatabasePool(options);
}

/**
 * A pg.Pool that is replaced in an outage: when DatabaseWatch reports one, its connections and waiting requests are
 * rejected.
 */
class DatabasePool {
  readonly watch: DatabaseWatch;
  readonly options: pg.PoolConfig;
  /** Whether statements are sent before earlier ones are answered. The embedded database has no use for it. */
  readonly isPipelined: boolean;
  readonly #log: Log | null;
  readonly #isPostgres: boolean;
  readonly #waiting = new Set<(error: Error) => void>();
  #pool: pg.Pool;

  constructor({ target, maxConnections, log }: PoolOptions) {
    this.#log = log ?? null;
    this.#isPostgres = "url" in target;
    this.isPipelined = this.#isPostgres;
    const address: pg.PoolConfig =
      "url" in target
        ? { connectionString: target.url }
        : { host: target.socketFolder, user: "postgres", database: "postgres" };
    const probe: Probe = "url" in target ? probePostgres(address) : () => target.answers().then(() => []);
    this.watch = new DatabaseWatch({ probe, log: this.#log, onOutage: () => this.#replacePool() });
    this.options = {
      ...address,
      max: maxConnections,
      application_name: "lintel",
      connectionTimeoutMillis: CHECKOUT_MS,
      ...(this.isPipelined && { pipeline: true }),
      ...(this.#isPostgres && {
        maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
        statement_timeout: STATEMENT_MS,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      }),
      types: { getTypeParser },
      Client: WatchedClient as unknown as NonNullable<pg.PoolConfig["Client"]>,
    };
    this.#pool = this.#newPool();
  }

  /** Open connections, for tests. */
  get openConnections(): number {
    return this.#pool.totalCount;
  }

  /** @throws DatabaseUnavailable at once during an outage. */
  connect(): Promise<pg.PoolClient> {
    if (transactionScope.getStore()) {
      throw new Error("The pool was used inside a transaction: pass the transaction down instead.");
    }
    if (this.watch.isDown) return Promise.reject(new DatabaseUnavailable());
    return new Promise((resolve, reject) => {
      const late = () => {
        if (this.#waiting.delete(reject)) reject(new DatabaseUnavailable());
      };
      const timer = isForCaller() && this.#hasSeveral ? setTimeout(late, CALLER_CHECKOUT_MS) : undefined;
      const pool = this.#pool;
      this.#waiting.add(reject);
      pool.connect().then(
        (client) => {
          clearTimeout(timer);
          // The request was rejected already: the connection belongs to another request or to a replaced pool.
          if (!this.#waiting.delete(reject)) return client.release(pool !== this.#pool);
          resolve(client);
        },
        (error) => {
          clearTimeout(timer);
          this.#waiting.delete(reject);
          reject(error);
        },
      );
    });
  }

  async query(text: string, values?: unknown[]): Promise<pg.QueryResult | pg.QueryResult[]> {
    const client = await this.connect();
    let failure: unknown;
    try {
      return await client.query(text, values);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // SQL of several statements (pg-boss sends it) may have failed inside its own transaction.
      client.release(failure !== undefined);
    }
  }

  /** Waits for running statements, without a limit while the database responds. */
  async end(): Promise<void> {
    const timer = setTimeout(() => this.watch.abandon(), CLOSE_MS);
    await this.#pool.end();
    clearTimeout(timer);
    this.watch.close();
  }

  get #hasSeveral(): boolean {
    return (this.options.max ?? 1) > 1;
  }

  #newPool(): pg.Pool {
    // The pool passes its options to each client.
    const pool = new pg.Pool({ ...this.options, watch: this.watch } as pg.PoolConfig & WatchedClientConfig);
    // A broken connection fails its query and is replaced on the next use. Without listeners an error would end the
    // process: the pool's for idle connections, each connection's own for those in use.
    pool.on("error", (error) => {
      if (!this.watch.isDown)
        this.#log?.warn({ err: error }, "idle database connection lost, will be replaced");
    });
    pool.on("connect", (client) => {
      client.on("error", (error) => this.#log?.debug({ err: error }, "database connection lost"));
      if (this.#isPostgres) client.query(NO_JIT).catch(() => {});
    });
    return pool;
  }

  #replacePool(): void {
    const lost = this.#pool;
    this.#pool = this.#newPool();
    for (const refuse of this.#waiting) refuse(new DatabaseUnavailable());
    this.#waiting.clear();
    lost.end().catch((error) => this.#log?.warn({ err: error }, "connection pool cannot be closed"));
  }
}

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/** int8 and numeric are parsed as numbers (ours are far below 2^53), dates stay `YYYY-MM-DD` text. */
function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (oid === DATE) return String;
  if (oid === TIMESTAMPTZ && format !== "binary") return readTimestamp;
  return pg.types.getTypeParser(oid, format) as (value: string) => unknown;
}
