import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import type { Log } from "../log.ts";
import { isForCaller } from "./commit-deadline.ts";
import { DatabaseUnavailable } from "./connection-errors.ts";
import { DatabaseOutage } from "./database-outage.ts";
import { DatabaseServers } from "./database-servers.ts";
import { DatabaseWatch, type Probe } from "./database-watch.ts";
import { probePostgres } from "./probe-postgres.ts";
import { readTimestamp } from "./read-timestamp.ts";
import { RefusalWatch } from "./refusal-watch.ts";
import { WatchedClient, type WatchedClientConfig } from "./watched-client.ts";

/** True inside a transaction: see `connect` below. */
export const transactionScope = new AsyncLocalStorage<true>();

export type PoolOptions = {
  /** A PostgreSQL address, or the embedded database with its socket folder and its health check. */
  target: { url: string } | { socketFolder: string; answers: () => Promise<void> };
  maxConnections: number;
  /** Transactions are read-only, also on a server that takes writes. */
  isReadOnly?: boolean;
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
const READ_ONLY = "set default_transaction_read_only to on";
/** Not with every statement that a server refuses: those that were sent together fail together. */
const REPLACED_AT_MOST_EVERY_MS = 1000;

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
  readonly #servers: DatabaseServers | null;
  readonly #refusals: RefusalWatch;
  readonly #settings: string;
  #replacedAt = Number.NEGATIVE_INFINITY;
  #pool: pg.Pool;

  constructor({ target, maxConnections, isReadOnly = false, log }: PoolOptions) {
    this.#log = log ?? null;
    this.#isPostgres = "url" in target;
    this.isPipelined = this.#isPostgres;
    const servers =
      "url" in target
        ? new DatabaseServers({ url: target.url, log: this.#log, onMove: () => this.#replacePool() })
        : null;
    this.#servers = servers;
    this.#settings = isReadOnly ? `${NO_JIT}; ${READ_ONLY}` : NO_JIT;
    const probe: Probe =
      "url" in target
        ? probePostgres(() => servers?.current ?? target.url)
        : () => target.answers().then(() => []);
    // A replica's outage refuses no request: ReadReplicas logs that it is left out.
    const outage = new DatabaseOutage(isReadOnly ? null : this.#log);
    this.#refusals = new RefusalWatch({ outage, ask: () => this.query("select 1") });
    this.watch = new DatabaseWatch({
      probe,
      log: this.#log,
      outage,
      onOutage: () => {
        servers?.search();
        this.#replacePool();
      },
    });
    this.options = {
      ...("socketFolder" in target && {
        host: target.socketFolder,
        user: "postgres",
        database: "postgres",
      }),
      ...(servers?.areSeveral && {
        verify: (client, done) => void servers.verify(client).then(() => done(), done),
      }),
      max: maxConnections,
      application_name: isReadOnly ? "lintel reads" : "lintel",
      connectionTimeoutMillis: CHECKOUT_MS,
      ...(this.isPipelined && { pipeline: true }),
      ...(this.#isPostgres && {
        maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
        statement_timeout: STATEMENT_MS,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      }),
      types: { getTypeParser },
      Client: clientOf(servers, isReadOnly ? null : () => this.#leaveReadOnlyServer()),
    };
    this.#pool = this.#newPool();
  }

  /** The address of the server that takes the writes, as far as is known; null for the embedded database. */
  get server(): string | null {
    return this.#servers?.current ?? null;
  }

  /** For `/metrics`. */
  get connections(): { in_use: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
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
    if (this.watch.isSilent) return Promise.reject(new DatabaseUnavailable());
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
          this.#servers?.search();
          this.#refusals.suspect(error);
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
    this.#servers?.close();
    this.#refusals.close();
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
      this.#servers?.search();
      this.#refusals.suspect(error);
      if (!this.watch.isSilent)
        this.#log?.warn({ err: error }, "idle database connection lost, will be replaced");
    });
    pool.on("connect", (client) => {
      this.#refusals.noteConnected();
      client.on("error", (error) => {
        this.#servers?.search();
        this.#refusals.suspect(error);
        this.#log?.debug({ err: error }, "database connection lost");
      });
      if (this.#isPostgres) client.query(this.#settings).catch(() => {});
    });
    return pool;
  }

  /**
   * A statement that writes was refused, because the server has become a standby, or is fenced off, under an open connection. Others may
   * lead there as well: each new one is to the server that takes writes by then, or to what the one address names now.
   */
  #leaveReadOnlyServer(): void {
    this.#servers?.search();
    const now = performance.now();
    if (this.#servers?.areSeveral || now - this.#replacedAt < REPLACED_AT_MOST_EVERY_MS) return;
    this.#replacedAt = now;
    this.#log?.warn("database server refuses writes, connecting again");
    this.#replacePool();
  }

  #replacePool(): void {
    const lost = this.#pool;
    this.#pool = this.#newPool();
    for (const refuse of this.#waiting) refuse(new DatabaseUnavailable());
    this.#waiting.clear();
    lost.end().catch((error) => this.#log?.warn({ err: error }, "connection pool cannot be closed"));
  }
}

/** Each new connection is to the server that takes writes by then. `onReadOnly`: see LeanClient. */
function clientOf(
  servers: DatabaseServers | null,
  onReadOnly: (() => void) | null,
): NonNullable<pg.PoolConfig["Client"]> {
  class PoolClient extends WatchedClient {
    constructor(config: WatchedClientConfig) {
      super(servers ? { ...config, connectionString: servers.current } : config);
      this.onReadOnly = onReadOnly;
    }
  }
  return PoolClient as unknown as NonNullable<pg.PoolConfig["Client"]>;
}

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/** int8 and numeric are parsed as numbers (ours are far below 2^53), dates stay `YYYY-MM-DD` text. */
export function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (oid === DATE) return String;
  if (oid === TIMESTAMPTZ && format !== "binary") return readTimestamp;
  return pg.types.getTypeParser(oid, format) as (value: string) => unknown;
}
