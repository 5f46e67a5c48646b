import { type DatabaseConnection, PostgresDialect, Transaction } from "kysely";
import type { DB } from "./types.generated.ts";

export type PipelinedTransaction = { db: Transaction<DB>; end: () => void };

/** A Transaction's constructor demands them; its statements use the executor alone. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error("A transaction has its connection")),
});
const driver = dialect.createDriver();

/**
 * The same transaction, whose statements are sent without waiting for the answers to earlier ones: `Promise.all` of several costs
 * one round trip. They are executed in the order in which they were started. Kysely itself sends one after the other.
 *
 * After `end` no statement is sent: it would be executed outside of the transaction.
 */
export function pipelinedTransaction(transaction: Transaction<DB>): Promise<PipelinedTransaction> {
  let isEnded = false;
  const executor = transaction.getExecutor();
  return executor.provideConnection(async (connection: DatabaseConnection) => {
    const atOnce = executor.withConnectionProvider({
      async provideConnection(use) {
        if (isEnded) throw new Error("Cannot send a statement: its transaction has ended.");
        return use(connection);
      },
    });
    const end = () => {
      isEnded = true;
    };
    return { db: new Transaction<DB>({ config: { dialect }, dialect, driver, executor: atOnce }), end };
  });
}
