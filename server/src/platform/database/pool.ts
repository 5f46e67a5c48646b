import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { LeanClient } from "./lean-client.ts";
import { readTimestamp } from "./read-timestamp.ts";

/** True while the running code is inside a transaction: see `connect` below. */
export const transactionScope = new AsyncLocalStorage<true>();

export type PoolOptions = {
  /** A PostgreSQL address, or the socket folder of the embedded database. */
  target: { url: string } | { socketFolder: string };
  maxConnections: number;
};

/**
 * The connection pool. On the embedded database it has one connection, so asking the pool for another from
 * inside a transaction would wait for ever; it throws at once instead, on both databases alike.
 */
export function createPool({ target, maxConnections }: PoolOptions): pg.Pool {
  const pool = new GuardedPool({
    ...("url" in target
      ? { connectionString: target.url }
      : { host: target.socketFolder, user: "postgres", database: "postgres" }),
    max: maxConnections,
    application_name: "lintel",
    // Waiting for a free connection has an end: a clear 503 beats a request that never answers.
    connectionTimeoutMillis: 30_000,
    ...("url" in target && { statement_timeout: 60_000, idle_in_transaction_session_timeout: 60_000 }),
    types: { getTypeParser },
    Client: LeanClient,
  });
  // A connection that breaks fails the query it runs and is replaced on the next use. Without listeners it would end
  // the process: the pool's for idle connections, each connection's own for those in use.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | undefined {
    if (transactionScope.getStore()) {
      throw new Error("The pool was used inside a transaction: pass the transaction down instead.");
    }
    if (!callback) return super.connect();
    super.connect(callback);
    return undefined;
  }
}

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/** int8 and numeric become numbers (ours stay far below 2^53), dates stay `YYYY-MM-DD` text. */
function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (oid === DATE) return String;
  if (oid === TIMESTAMPTZ && format !== "binary") return readTimestamp;
  return pg.types.getTypeParser(oid, format) as (value: string) => unknown;
}
