import { CompiledQuery, type ControlledTransaction, type Kysely } from "kysely";
import type { DB } from "../types.generated.ts";
import type { DatabaseCalls } from "./thread-database.ts";

/** The transactions of a thread, on the pool of the process. */
export class ThreadTransactions implements DatabaseCalls {
  readonly #db: Kysely<DB>;
  readonly #open = new Map<number, ControlledTransaction<DB>>();
  #last = 0;

  constructor(db: Kysely<DB>) {
    this.#db = db;
  }

  async begin(): Promise<number> {
    const id = ++this.#last;
    // A repeatable request runs in a transaction already, which is used as it is.
    if (!this.#db.isTransaction) this.#open.set(id, await this.#db.startTransaction().execute());
    return id;
  }

  async query(id: number | null, sql: string, parameters: unknown[]): Promise<unknown[]> {
    const db = (id !== null && this.#open.get(id)) || this.#db;
    return (await db.executeQuery(CompiledQuery.raw(sql, parameters))).rows;
  }

  async commit(id: number): Promise<void> {
    await this.#take(id)?.commit().execute();
  }

  async rollback(id: number): Promise<void> {
    await this.#take(id)?.rollback().execute();
  }

  async rollbackAll(): Promise<void> {
    for (const id of [...this.#open.keys()]) {
      await this.rollback(id).catch(() => {
        // The connection is closed, and its transaction with it.
      });
    }
  }

  #take(id: number): ControlledTransaction<DB> | undefined {
    const transaction = this.#open.get(id);
    this.#open.delete(id);
    return transaction;
  }
}
