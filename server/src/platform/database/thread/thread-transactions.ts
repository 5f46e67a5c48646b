import { CompiledQuery, type ControlledTransaction, type Kysely } from "kysely";
import type { BackgroundShare } from "../../background-share.ts";
import type { Db } from "../database.ts";
import { isLockWait } from "../lock-wait.ts";
import type { DB } from "../types.generated.ts";
import type { DatabaseCalls } from "./thread-database.ts";

type LoadShare = Pick<BackgroundShare, "duringLoad" | "restFromLoad" | "noteLoadTransaction">;

/** `waitedMs`: of the time since its begin, for locks of others. */
type Open = { transaction: ControlledTransaction<DB>; begunAt: number; waitedMs: number };

/** The transactions of a thread, on the pool of the process. */
export class ThreadTransactions implements DatabaseCalls {
  readonly #db: Kysely<DB>;
  readonly #background: LoadShare;
  readonly #ended = new AbortController();
  readonly #open = new Map<number, Open>();
  readonly #beginning = new Set<Promise<unknown>>();
  #last = 0;
  #isClosed = false;

  constructor({ db, background }: { db: Db; background: LoadShare }) {
    this.#db = db as Kysely<DB>;
    this.#background = background;
  }

  async begin(): Promise<number> {
    const id = ++this.#last;
    // A repeatable request runs in a transaction already, which is used as it is.
    if (this.#db.isTransaction) return id;
    await this.#background.restFromLoad(this.#ended.signal);
    const beginning = this.#begin(id);
    this.#beginning.add(beginning);
    await beginning.finally(() => this.#beginning.delete(beginning));
    return id;
  }

  async query(id: number | null, sql: string, parameters: unknown[]): Promise<unknown[]> {
    const connection = this.#connectionOf(id);
    const query = CompiledQuery.raw(sql, parameters);
    const sentAt = performance.now();
    const { rows } = await this.#background.duringLoad(() => connection.executeQuery(query));
    const open = id === null ? undefined : this.#open.get(id);
    if (open && isLockWait(sql)) open.waitedMs += performance.now() - sentAt;
    return rows;
  }

  async commit(id: number): Promise<void> {
    const open = this.#take(id);
    await open?.transaction.commit().execute();
    if (open) this.#background.noteLoadTransaction(performance.now() - open.begunAt - open.waitedMs);
  }

  async rollback(id: number): Promise<void> {
    await this.#take(id)?.transaction.rollback().execute();
  }

  /** Ends what is open when the thread has ended, also what begins just now. Nothing more is run for the thread. */
  async rollbackAll(): Promise<void> {
    this.#isClosed = true;
    this.#ended.abort();
    for (const id of [...this.#open.keys()]) {
      await this.rollback(id).catch(() => {
        // The connection is closed, and its transaction with it.
      });
    }
    await Promise.allSettled(this.#beginning);
  }

  async #begin(id: number): Promise<void> {
    if (this.#isClosed) throw new Error("The thread has ended");
    const transaction = await this.#db.startTransaction().execute();
    if (this.#isClosed) {
      await transaction.rollback().execute();
      throw new Error("The thread has ended");
    }
    this.#open.set(id, { transaction, begunAt: performance.now(), waitedMs: 0 });
  }

  #connectionOf(id: number | null): Kysely<DB> {
    if (this.#isClosed) throw new Error("The thread has ended");
    if (id === null || this.#db.isTransaction) return this.#db;
    const open = this.#open.get(id);
    if (!open) throw new Error("The transaction has ended");
    return open.transaction;
  }

  #take(id: number): Open | undefined {
    const open = this.#open.get(id);
    this.#open.delete(id);
    return open;
  }
}
