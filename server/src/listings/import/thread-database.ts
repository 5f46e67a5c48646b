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
import type { DB } from "../../platform/database/types.generated.ts";
import type { Calls, Method } from "./thread-protocol.ts";

export type Call = <M extends Method>(
  method: M,
  ...args: Parameters<Calls[M]>
) => Promise<ReturnType<Calls[M]>>;

/** The process's database in an import thread: statements travel to the process, which runs them on its pool. */
export function createThreadDatabase(call: Call): Kysely<DB> {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ThreadDriver(call),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

class ThreadConnection implements DatabaseConnection {
  transaction: number | null = null;
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.#call("query", this.transaction, sql, [...parameters])) as R[] };
  }

  // biome-ignore lint/correctness/useYield: imports read no rows one by one
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("An import thread cannot stream rows");
  }
}

class ThreadDriver implements Driver {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ThreadConnection> {
    return new ThreadConnection(this.#call);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as ThreadConnection).transaction = await this.#call("begin");
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#call("commit", takeTransaction(connection));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#call("rollback", takeTransaction(connection));
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

function takeTransaction(connection: DatabaseConnection): number {
  const { transaction } = connection as ThreadConnection;
  (connection as ThreadConnection).transaction = null;
  return transaction as number;
}
