import { type DatabaseConnection, PostgresDialect, Transaction } from "kysely";
import type { DB } from "./types.generated.ts";

/** A Transaction's constructor demands them; its statements use the executor alone. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error("A transaction has its connection")),
});
const driver = dialect.createDriver();

/**
 * The same transaction, whose statements are sent without waiting for the answers to earlier ones: `Promise.all` of several costs
 * one round trip. They are executed in the order in which they were started. Kysely itself sends one after the other.
 */
export function pipelinedTransaction(transaction: Transaction<DB>): Promise<Transaction<DB>> {
  const executor = transaction.getExecutor();
  return executor.provideConnection(async (connection: DatabaseConnection) => {
    const atOnce = executor.withConnectionProvider({ provideConnection: (use) => use(connection) });
    return new Transaction<DB>({ config: { dialect }, dialect, driver, executor: atOnce });
  });
}
