import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Transaction } from "kysely";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { type Db, inTransaction, settleAll } from "./database.ts";
import type { DB } from "./types.generated.ts";

/** Bounds how long one transaction holds its locks, and how many operations are repeated when it fails. */
const MAX_MEMBERS = 50;
/** Longest wait behind other groups. Operations of one key are committed one by one. */
const MAX_WAIT_MS = 20_000;
const RETRY_AFTER_SECONDS = 5;

type Ctx = { db: Db; log: Log };

export type Membership = {
  /** Operations of one group wait for the same lock, and are committed one batch after the other. */
  group: string;
  /**
   * What an operation locks for itself: two operations with a key in common are never in one transaction, where neither would wait.
   */
  keys: readonly string[];
  /** The text of the 503 for an operation that has waited too long. */
  busyMessage: string;
};

/**
 * Group commit: runs `operation` in one transaction with the operations of the same group that wait for the same lock, so that lock
 * and commit are those of all. Settles after the commit. Statements of `batched` are sent once for all operations. A transaction that
 * fails is repeated with each operation alone, so an operation must be repeatable until it is committed, and may lock nothing that
 * another operation of its group locks too unless a key names it. A context that already has a transaction is used as it is.
 *
 * @throws AppError 503 with the group's `busyMessage` after 20 seconds of waiting for earlier operations.
 */
export async function inGroupTransaction<C extends Ctx, R>(
  ctx: C,
  membership: Membership,
  operation: (ctx: C & { db: Transaction<DB> }) => Promise<R>,
): Promise<R> {
  if (ctx.db.isTransaction) return operation(ctx as C & { db: Transaction<DB> });
  return groupOf(ctx.db, membership.group).run(ctx, membership, operation);
}

/** Whether the transaction is that of several operations. */
export function isGroupTransaction(db: Db): boolean {
  return groupTransactions.has(db);
}

/** In a group: ends the operation, which is run again in a transaction of its own. Call it before the operation writes anything. */
export function leaveGroup({ db }: { db: Db }): void {
  if (isGroupTransaction(db)) throw new LeavesGroup();
}

class LeavesGroup extends Error {}

const groupTransactions = new WeakSet<Db>();
const groups = new WeakMap<Db, Map<string, Group>>();

function groupOf(db: Db, name: string): Group {
  const ofDatabase = groups.get(db) ?? new Map<string, Group>();
  groups.set(db, ofDatabase);
  const group = ofDatabase.get(name) ?? new Group(db, () => ofDatabase.delete(name));
  ofDatabase.set(name, group);
  return group;
}

type Member = Pick<Membership, "keys" | "busyMessage"> & {
  log: Log;
  /** Runs a function with the values that the member's request has in `AsyncLocalStorage`. */
  runInRequestScope: <R>(run: () => R) => R;
  run: (db: Transaction<DB>) => Promise<void>;
  /** Settles the member; never rejects. */
  runAlone: () => Promise<void>;
  resolve: () => void;
  reject: (error: unknown) => void;
};

class Group {
  readonly #db: Db;
  readonly #onIdle: () => void;
  #waiting: Member[] = [];
  #isRunning = false;

  constructor(db: Db, onIdle: () => void) {
    this.#db = db;
    this.#onIdle = onIdle;
  }

  run<C extends Ctx, R>(
    ctx: C,
    { keys, busyMessage }: Membership,
    operation: (ctx: C & { db: Transaction<DB> }) => Promise<R>,
  ): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    let result: R;
    const member: Member = {
      keys,
      busyMessage,
      log: ctx.log,
      runInRequestScope: AsyncLocalStorage.snapshot(),
      run: async (db) => {
        result = await operation({ ...ctx, db });
      },
      runAlone: () => inTransaction(ctx, operation).then(resolve, reject),
      resolve: () => resolve(result),
      reject,
    };
    this.#waiting.push(member);
    const timer = setTimeout(() => this.#refuse(member), MAX_WAIT_MS);
    if (!this.#isRunning) this.#commitAll();
    return promise.finally(() => clearTimeout(timer));
  }

  #refuse(member: Member): void {
    const nth = this.#waiting.indexOf(member);
    if (nth < 0) return;
    this.#waiting.splice(nth, 1);
    member.reject(new AppError("unavailable", member.busyMessage, { retryAfter: RETRY_AFTER_SECONDS }));
  }

  async #commitAll(): Promise<void> {
    this.#isRunning = true;
    // Requests that have arrived together are committed together.
    await nextTurn();
    while (this.#waiting.length > 0) {
      const members = this.#takeNext();
      await members[0]?.runInRequestScope(() => this.#commit(members));
    }
    this.#isRunning = false;
    this.#onIdle();
  }

  /** In order of arrival, without those that share a key with an earlier one. */
  #takeNext(): Member[] {
    const taken: Member[] = [];
    const left: Member[] = [];
    const keys = new Set<string>();
    for (const member of this.#waiting) {
      const fits = taken.length < MAX_MEMBERS && !member.keys.some((key) => keys.has(key));
      (fits ? taken : left).push(member);
      for (const key of member.keys) keys.add(key);
    }
    this.#waiting = left;
    return taken;
  }

  /** Settles all members; never rejects. */
  async #commit(members: Member[]): Promise<void> {
    if (members.length === 1) return members[0]?.runAlone();
    const leaving = new Set<Member>();
    let isCommitting = false;
    try {
      await inTransaction(
        { db: this.#db },
        ({ db }) => {
          groupTransactions.add(db);
          return settleAll(members.map((member) => runInGroup(member, db, leaving)));
        },
        () => {
          isCommitting = true;
        },
      );
      for (const member of members) if (!leaving.has(member)) member.resolve();
    } catch (error) {
      if (!isCommitting) {
        const fields = { err: error, operations: members.length };
        members[0]?.log.warn(fields, "group transaction failed, each operation is repeated alone");
        return runEachAlone(members);
      }
      // A commit without an answer may have happened: repeated, it could store everything twice.
      for (const member of members) if (!leaving.has(member)) member.reject(error);
    }
    await runEachAlone([...leaving]);
  }
}

async function runEachAlone(members: Member[]): Promise<void> {
  await Promise.all(members.map((member) => member.runInRequestScope(member.runAlone)));
}

async function runInGroup(member: Member, db: Transaction<DB>, leaving: Set<Member>): Promise<void> {
  try {
    await member.run(db);
  } catch (error) {
    if (!(error instanceof LeavesGroup)) throw error;
    leaving.add(member);
  }
}
