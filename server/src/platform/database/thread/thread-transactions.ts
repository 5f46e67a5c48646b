import { CompiledQuery, type ControlledTransaction, type Kysely } from "kysely";
import type { BackgroundShare } from "../../background-share.ts";
import type { Db } from "../database.ts";
import type { DB } from "../types.generated.ts";
import type { DatabaseCalls } from "./thread-database.ts";

/** The transactions of a thread, on the pool of the process. */
export class ThreadTransactions implements DatabaseCalls {
  readonly #db: Kysely<DB>;
  readonly #background: Pick<BackgroundShare, "duringLoad">;
  readonly #open = new Map<number, ControlledTransaction<DB>>();
  readonly #beginning = new Set<Promise<unknown>>();
  #last = 0;
  #isClosed = false;

  constructor({ db, background }: { db: Db; background: Pick<BackgroundShare, "duringLoad"> }) {
    this.#db = db as Kysely<DB>;
    this.#background = background;
  }

  async begin(): Promise<number> {
    const id = ++this.#last;
    // A repeatable request runs in a transaction already, which is used as it is.
    if (this.#db.isTransaction) return id;
    const beginning = this.#begin(id);
    this.#beginning.add(beginning);
    await beginning.finally(() => this.#beginning.delete(beginning));
    return id;
  }

  async query(id: number | null, sql: string, parameters: unknown[]): Promise<unknown[]> {
    const connection = this.#connectionOf(id);
    const query = CompiledQuery.raw(sql, parameters);
    return (await this.#background.duringLoad(() => connection.executeQuery(query))).rows;
  }

  async commit(id: number): Promise<void> {
    await this.#take(id)?.commit().execute();
  }

  async rollback(id: number): Promise<void> {
    await this.#take(id)?.rollback().execute();
  }

  /** Ends what is open when the thread has ended, also what begins just now. Nothing more is run for the thread. */
  async rollbackAll(): Promise<void> {
    this.#isClosed = true;
    for (const id of [...this.#open.keys()]) {
      await this.rollback(id).catch(() => {
        // The connection is closed, and its transaction with it.
      });
    }
    await Promise.allSettled(this.#beginning);
  }

  async #begin(id: number): Promise<void> {
    const transaction = await this.#db.startTransaction().execute();
    if (this.#isClosed) {
      await transaction.rollback().execute();
      throw new Error("The thread has ended");
    }
    this.#open.set(id, transaction);
  }

  #connectionOf(id: number | null): Kysely<DB> {
    if (this.#isClosed) throw new Error("The thread has ended");
    if (id === null || this.#db.isTransaction) return this.#db;
    const transaction = this.#open.get(id);
    if (!transaction) throw new Error("The transaction has ended");
    return transaction;
  }

  #take(id: number): ControlledTransaction<DB> | undefined {
    const transaction = this.#open.get(id);
    this.#open.delete(id);
    return transaction;
  }
}
