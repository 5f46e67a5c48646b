import { AsyncLocalStorage } from "node:async_hooks";
import {
  CompiledQuery,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from "kysely";
import { DatabaseUnavailable } from "./connection-errors.ts";
import { HALF_TIMEOUT_MS } from "./database-watch.ts";

const replyScope = new AsyncLocalStorage<true>();

/**
 * Runs the work of a request. Its writes are committed before the deadline or rolled back: a frozen database that
 * resumes after the caller got an error must not commit. docs/operations.md describes the remaining window.
 */
export function withCommitDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  return replyScope.run(true, work);
}

/** True inside withCommitDeadline. */
export function isForCaller(): boolean {
  return replyScope.getStore() === true;
}

const WRITE =
  /^\s*(insert|update|delete|merge)\b|^\s*with\b[\s\S]*\b(insert\s+into|update|delete\s+from|merge\s+into)\b/i;
const LATE = "22P02";

export class DeadlineDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0];

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new DeadlineDriver(this.#config);
  }
}

type Acquired = Parameters<PostgresDriver["rollbackTransaction"]>[0];

class DeadlineDriver extends PostgresDriver {
  /** Time of BEGIN of each connection in a transaction. */
  readonly #begun = new WeakMap<Acquired, number>();
  readonly #begin = new WeakMap<Acquired, Promise<void>>();
  readonly #guarded = new WeakSet<Acquired>();

  override async acquireConnection(
    options?: Parameters<PostgresDriver["acquireConnection"]>[0],
  ): Promise<Acquired> {
    const connection = (await super.acquireConnection(options)) as Acquired;
    if (!this.#guarded.has(connection)) this.#guard(connection);
    return connection as Acquired;
  }

  /** BEGIN is sent with the first statement, and its answer awaited before COMMIT. */
  override async beginTransaction(connection: Acquired, settings: TransactionSettings): Promise<void> {
    this.#begun.set(connection, performance.now());
    const begin = super.beginTransaction(connection, settings);
    // A connection that fails here fails for the next statement too.
    begin.catch(() => {});
    this.#begin.set(connection, begin);
  }

  /** Deadline and COMMIT are sent in one message, so that the server has the deadline when it commits. */
  override async commitTransaction(connection: Acquired): Promise<void> {
    const begun = this.#begun.get(connection);
    await this.#begin.get(connection);
    this.#begun.delete(connection);
    if (begun === undefined || !isForCaller()) return super.commitTransaction(connection);
    // Durations are measured by one clock each, so clock skew between machines has no effect.
    const milliseconds = Math.ceil(performance.now() - begun + HALF_TIMEOUT_MS);
    const inTime = `clock_timestamp() - transaction_timestamp() < interval '${milliseconds} milliseconds'`;
    try {
      await connection.executeQuery(
        CompiledQuery.raw(
          `select (case when ${inTime} then '0' else 'commit came too late' end)::int; commit`,
        ),
      );
    } catch (error) {
      throw (error as { code?: string }).code === LATE ? new DatabaseUnavailable(error) : error;
    }
  }

  override async rollbackTransaction(connection: Acquired): Promise<void> {
    this.#begun.delete(connection);
    await super.rollbackTransaction(connection);
  }

  /** A write outside of a transaction is wrapped in one, so that the deadline applies. */
  #guard(connection: Acquired): void {
    this.#guarded.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async <R>(query: CompiledQuery) => {
      const alone = !this.#begun.has(connection) && isForCaller();
      if (!alone || !WRITE.test(query.sql)) return execute<R>(query);
      await this.beginTransaction(connection, {});
      try {
        const result = await execute<R>(query);
        await this.commitTransaction(connection);
        return result;
      } catch (error) {
        await this.rollbackTransaction(connection).catch(() => {
          // The connection is closed, and its transaction with it.
        });
        throw error;
      }
    };
  }
}
