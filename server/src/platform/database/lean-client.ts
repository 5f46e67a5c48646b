import pg from "pg";
import { statementSummary } from "../telemetry/statement-summary.ts";
import { tracedDetail } from "../telemetry/tracing.ts";
import { TAKES_NO_WRITES } from "./connection-errors.ts";
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
  /** Called when the server refuses a statement because it takes no writes. */
  onReadOnly: (() => void) | null = null;
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
    const send = (): Promise<pg.QueryResult> =>
      new Promise((resolve, reject) => {
        ask(statement, values, (error, result) => {
          if (!error) return resolve(result);
          if ((error as { code?: unknown }).code === TAKES_NO_WRITES) this.onReadOnly?.();
          reject(error);
        });
      });
    return tracedDetail(() => spanOf(query), send);
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

function spanOf(text: string) {
  const { summary, operation } = statementSummary(text);
  return {
    name: summary,
    kind: "client" as const,
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.summary": summary,
    },
  };
}
