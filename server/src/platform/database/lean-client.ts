import pg from "pg";
import { StatementNames } from "./statement-names.ts";

type Answer = (error: Error | null, result: pg.QueryResult) => void;
type Query = (query: unknown, values?: unknown, answer?: Answer) => unknown;
type Internals = { connection: { stream: { cork(): void; uncork(): void } } };

/** The same names on all connections of the process. */
const names = new StatementNames();
const IN_TRANSACTION = "T";
const BEGIN = "begin";

/**
 * Queries the driver with callbacks instead of promises. Results of the driver's promises survive into the old
 * generation: V8 copies their rows in successive collections, which stalls readers of many rows (a lead board) for
 * tens of milliseconds.
 *
 * Statements of transactions are prepared: they are small, repeated, and many for each write. Those outside are searches, which
 * PostgreSQL plans by their values.
 */
export class LeanClient extends pg.Client {
  #isBeginning = false;
  #isCorked = false;

  override query = ((query, values, answer) => {
    const ask = super.query.bind(this) as Query;
    const isPlain = typeof query === "string" && typeof values !== "function" && answer === undefined;
    if (!isPlain) return ask(query, values, answer);
    const name = this.#nameFor(query, values);
    this.#isBeginning = query === BEGIN;
    this.#writeAtOnce();
    const statement = name === undefined ? query : { name, text: query };
    return new Promise((resolve, reject) => {
      ask(statement, values, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }) as Query as pg.Client["query"];

  /** Statements that are started together are written by one system call. */
  #writeAtOnce(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = (this as unknown as Internals).connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  #nameFor(text: string, values: unknown): string | undefined {
    // The embedded database, which is not pipelined, has no autovacuum that collects the statistics for new plans.
    if (!this.pipeline || !Array.isArray(values) || values.length === 0) return undefined;
    const isInTransaction = this.#isBeginning || this.getTransactionStatus() === IN_TRANSACTION;
    return isInTransaction ? names.nameFor(text, values) : undefined;
  }
}
