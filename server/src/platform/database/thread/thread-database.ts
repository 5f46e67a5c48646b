import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { DB } from "../types.generated.ts";

/** What the process does for a thread. Statements run in the named transaction, or outside of one for null. */
export type DatabaseCalls = {
  begin(): Promise<number>;
  query(transaction: number | null, sql: string, parameters: unknown[]): Promise<unknown[]>;
  commit(transaction: number): Promise<void>;
  rollback(transaction: number): Promise<void>;
};

/** The process's database in a thread: statements travel to the process, which runs them on its pool. */
export function createThreadDatabase(calls: DatabaseCalls): Kysely<DB> {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ThreadDriver(calls),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

class ThreadConnection implements DatabaseConnection {
  transaction: number | null = null;
  readonly #calls: DatabaseCalls;

  constructor(calls: DatabaseCalls) {
    this.#calls = calls;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.#calls.query(this.transaction, sql, [...parameters])) as R[] };
  }

  // biome-ignore lint/correctness/useYield: threads read no rows one by one
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("A thread cannot stream rows");
  }
}

class ThreadDriver implements Driver {
  readonly #calls: DatabaseCalls;

  constructor(calls: DatabaseCalls) {
    this.#calls = calls;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ThreadConnection> {
    return new ThreadConnection(this.#calls);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as ThreadConnection).transaction = await this.#calls.begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#calls.commit(takeTransaction(connection));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#calls.rollback(takeTransaction(connection));
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

function takeTransaction(connection: DatabaseConnection): number {
  const { transaction } = connection as ThreadConnection;
  (connection as ThreadConnection).transaction = null;
  return transaction as number;
}
