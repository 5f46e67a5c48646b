import { type ControlledTransaction, Kysely, type Transaction } from "kysely";
import { DeadlineDialect } from "./commit-deadline.ts";
import type { DatabaseWatch } from "./database-watch.ts";
import { guardedTransaction } from "./guarded-transaction.ts";
import { type DatabasePool, transactionScope } from "./pool.ts";
import type { DB } from "./types.generated.ts";

/** The pool or a transaction. Query functions accept either. */
export type Db = Kysely<DB> | Transaction<DB> | ControlledTransaction<DB>;

export type DatabaseHandle = {
  db: Kysely<DB>;
  /** Sends SQL to the pool, several statements too: for libraries with queries of their own. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  embedded: boolean;
  /** Folder of the embedded database's socket, accessible by this user only. */
  socketFolder: string | null;
  /** Connections of the pool, and callers that wait for one. */
  connections(): { in_use: number; idle: number; waiting: number };
  /** Where reads may go that need not be of this moment. */
  oldReads: OldReads;
  /** The outage state: while the database is silent, requests for it fail at once. */
  watch: Pick<DatabaseWatch, "isDown" | "isSilent" | "outages">;
  close(): Promise<void>;
};

/** Reads that may be a second old (docs/operations.md: Read replicas). */
export type OldReads = {
  /**
   * Runs `work` on a replica that has everything that was committed a second ago, and all that `caller` has written through this process.
   * Without one, when it fails there, and inside a transaction it runs on the context's own database. It must not write.
   */
  read<C extends { db: Db }, R>(ctx: C, work: (ctx: C) => Promise<R>, caller?: string | null): Promise<R>;
  /** The caller has written: its next reads see it. */
  noteWrite(caller: string): void;
  /** Reads by the server that answered, `primary` for the other database. */
  readonly counts: ReadonlyMap<string, number>;
  /** For each replica the seconds since which it may lack what was committed. */
  lags(): ReadonlyMap<string, number>;
};

/** Where no replica is configured. */
export const primaryAlone: OldReads = {
  read: (ctx, work) => work(ctx),
  noteWrite() {},
  counts: new Map(),
  lags: () => new Map(),
};

export function createKysely(pool: DatabasePool): Kysely<DB> {
  const db = new Kysely<DB>({ dialect: new DeadlineDialect({ pool }) });
  if (pool.isPipelined) pipelinedDatabases.add(db);
  return db;
}

const pipelinedDatabases = new WeakSet<object>();

/**
 * Runs `work` in one transaction, with a context whose `db` is that transaction. Inside it, use of the pool throws. A
 * context that already has a transaction is used as it is.
 *
 * @param onCommit called right before COMMIT is sent: until then nothing can have been committed.
 */
export async function inTransaction<C extends { db: Db }, R>(
  ctx: C,
  work: (ctx: C & { db: Transaction<DB> }) => Promise<R>,
  onCommit?: () => void,
): Promise<R> {
  if (ctx.db.isTransaction) return work(ctx as C & { db: Transaction<DB> });
  const tasks: Tasks = { before: [], after: [] };
  const isPipelined = pipelinedDatabases.has(ctx.db);
  const result = await ctx.db.transaction().execute(async (plain) => {
    const { db: transaction, end } = await guardedTransaction(plain, { isPipelined });
    waiting.set(transaction, tasks);
    return transactionScope.run(true, async () => {
      try {
        const done = await work({ ...ctx, db: transaction });
        await settleAll(tasks.before.map((task) => task()));
        onCommit?.();
        return done;
      } finally {
        end();
      }
    });
  });
  for (const task of tasks.after) task();
  return result;
}

/**
 * Waits for all, then fails with the first failure: the transaction is rolled back when none of them sends statements any more.
 */
export async function settleAll(running: Promise<void>[]): Promise<void> {
  const failures: unknown[] = [];
  await Promise.all(running.map((each) => each.catch((error) => failures.push(error))));
  if (failures.length > 0) throw failures[0];
}

/** Tasks for the end of a transaction. */
type Tasks = { before: (() => Promise<void>)[]; after: (() => void)[] };

const waiting = new WeakMap<object, Tasks>();

/**
 * Runs `task` at the end of the context's transaction, which is rolled back when the task fails; outside of a
 * transaction at once. Lets many steps of an operation write with one statement, or in one round trip: the tasks of a transaction
 * are started together, and must not add others.
 */
export async function beforeCommit(ctx: { db: Db }, task: () => Promise<void>): Promise<void> {
  const tasks = waiting.get(ctx.db);
  if (tasks) tasks.before.push(task);
  else await task();
}

/** Runs `task` after the commit of the context's transaction; outside of a transaction at once. */
export function afterCommit(ctx: { db: Db }, task: () => void): void {
  const tasks = waiting.get(ctx.db);
  if (tasks) tasks.after.push(task);
  else task();
}
