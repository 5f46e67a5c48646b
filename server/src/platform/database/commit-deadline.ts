import { AsyncLocalStorage } from "node:async_hooks";
import {
  CompiledQuery,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from "kysely";
import { DatabaseUnavailable } from "./connection-trouble.ts";
import { HALF_PATIENCE_MS } from "./database-watch.ts";

const replyScope = new AsyncLocalStorage<true>();

/**
 * Runs work that a caller waits for. What it writes is committed in time or not at all: a commit that the server gets to see
 * only after its caller may have been refused (a frozen database thaws) is rolled back. See docs/operations.md for what is left.
 */
export function withCommitDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  return replyScope.run(true, work);
}

/** Whether a caller waits for what runs now. */
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
  /** When BEGIN was sent on a connection that is in a transaction. */
  readonly #begun = new WeakMap<Acquired, number>();
  readonly #guarded = new WeakSet<Acquired>();

  override async acquireConnection(
    options?: Parameters<PostgresDriver["acquireConnection"]>[0],
  ): Promise<Acquired> {
    const connection = (await super.acquireConnection(options)) as Acquired;
    if (!this.#guarded.has(connection)) this.#guard(connection);
    return connection as Acquired;
  }

  override async beginTransaction(connection: Acquired, settings: TransactionSettings): Promise<void> {
    this.#begun.set(connection, performance.now());
    await super.beginTransaction(connection, settings);
  }

  /** With a deadline, in one message: the server comes by the deadline when it comes to commit. */
  override async commitTransaction(connection: Acquired): Promise<void> {
    const begun = this.#begun.get(connection);
    this.#begun.delete(connection);
    if (begun === undefined || !isForCaller()) return super.commitTransaction(connection);
    // Both ends are taken by one clock each, so that the clocks of two machines may differ.
    const milliseconds = Math.ceil(performance.now() - begun + HALF_PATIENCE_MS);
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

  /** A write outside of a transaction gets one of its own, so that it has a deadline too. */
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
          // The connection is gone, or discarded: so is what it had begun.
        });
        throw error;
      }
    };
  }
}
