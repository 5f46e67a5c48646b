import { type DatabaseConnection, PostgresDialect, Transaction } from "kysely";
import type { DB } from "./types.generated.ts";

export type GuardedTransaction = { db: Transaction<DB>; end: () => void };

/** A Transaction's constructor demands them; its statements use the executor alone. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error("A transaction has its connection")),
});
const driver = dialect.createDriver();

type Use<Result> = (connection: DatabaseConnection) => Promise<Result>;

/**
 * The same transaction, which sends no statement after `end`: it would be executed outside of the transaction. Statements that wait
 * for an earlier one when the transaction ends are rejected; Kysely itself would send them.
 *
 * @param isPipelined sends statements without waiting for the answers to earlier ones: `Promise.all` of several costs one round trip.
 * They are executed in the order in which they were started. Kysely itself sends one after the other.
 */
export async function guardedTransaction(
  transaction: Transaction<DB>,
  { isPipelined }: { isPipelined: boolean },
): Promise<GuardedTransaction> {
  let isEnded = false;
  const executor = transaction.getExecutor();
  const pipelined = await executor.provideConnection(async (connection) => connection);
  const run = <Result>(use: Use<Result>): Promise<Result> =>
    isPipelined ? use(pipelined) : executor.provideConnection(use);
  const guarded = executor.withConnectionProvider({
    provideConnection: <Result>(use: Use<Result>) =>
      run(async (connection) => {
        if (isEnded) throw new Error("Cannot send a statement: its transaction has ended.");
        return use(connection);
      }),
  });
  const end = () => {
    isEnded = true;
  };
  return { db: new Transaction<DB>({ config: { dialect }, dialect, driver, executor: guarded }), end };
}
