import { type ControlledTransaction, Kysely, type Transaction } from "kysely";
import { DeadlineDialect } from "./commit-deadline.ts";
import type { DatabaseWatch } from "./database-watch.ts";
import { type DatabasePool, transactionScope } from "./pool.ts";
import type { DB } from "./types.generated.ts";

/** The pool or a transaction: what a query function takes, so that it runs in whichever its caller holds. */
export type Db = Kysely<DB> | Transaction<DB> | ControlledTransaction<DB>;

export type DatabaseHandle = {
  db: Kysely<DB>;
  /** Straight to the pool, several statements at once too: for libraries with queries of their own. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  embedded: boolean;
  /** Where the embedded database's socket is: a folder that only this user can enter. */
  socketFolder: string | null;
  /** Whether it has stopped answering: what needs it is refused at once until it answers again. */
  watch: Pick<DatabaseWatch, "away" | "outages">;
  close(): Promise<void>;
};

export function createKysely(pool: DatabasePool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new DeadlineDialect({ pool }) });
}

/**
 * Runs `work` in one transaction and gives it a context whose `db` is that transaction. Inside it the pool
 * itself refuses to be used. A context that already holds a transaction is used as it is.
 */
export async function inTransaction<C extends { db: Db }, R>(
  ctx: C,
  work: (ctx: C & { db: Transaction<DB> }) => Promise<R>,
): Promise<R> {
  if (ctx.db.isTransaction) return work(ctx as C & { db: Transaction<DB> });
  const tasks: Tasks = { before: [], after: [] };
  const result = await ctx.db.transaction().execute((transaction) => {
    waiting.set(transaction, tasks);
    return transactionScope.run(true, async () => {
      const done = await work({ ...ctx, db: transaction });
      for (const task of tasks.before) await task();
      return done;
    });
  });
  for (const task of tasks.after) task();
  return result;
}

/** What waits for the end of a transaction. */
type Tasks = { before: (() => Promise<void>)[]; after: (() => void)[] };

const waiting = new WeakMap<object, Tasks>();

/**
 * Runs `task` as the last thing in the context's transaction, which is rolled back when it fails; at once outside of one. What many
 * steps of an operation write is so written by one statement.
 */
export async function beforeCommit(ctx: { db: Db }, task: () => Promise<void>): Promise<void> {
  const tasks = waiting.get(ctx.db);
  if (tasks) tasks.before.push(task);
  else await task();
}

/** Runs `task` once what the context's transaction changed can be seen by all; at once outside of one. */
export function afterCommit(ctx: { db: Db }, task: () => void): void {
  const tasks = waiting.get(ctx.db);
  if (tasks) tasks.after.push(task);
  else task();
}
