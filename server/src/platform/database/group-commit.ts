import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Transaction } from "kysely";
import { DatabaseUnavailable } from "./connection-errors.ts";
import { type Db, inTransaction, settleAll } from "./database.ts";
import type { DB } from "./types.generated.ts";

/** Longer arrays are not prepared (statement-names.ts). */
const MAX_MEMBERS = 50;
/** Longest wait behind other groups. Forms of one person are written one by one. */
const MAX_WAIT_MS = 20_000;

export type Membership = {
  /** Works of one group wait for the same lock, and are written one group after the other. */
  group: string;
  /** What a work locks for itself: two works with a key in common are never in one transaction, where neither would wait. */
  keys: readonly string[];
};

/**
 * Group commit: runs `work` in one transaction with the works of the same group that wait for the same lock, so that lock and commit
 * are those of all. Settles after the commit. Statements of `batched` are sent once for all works. A transaction that fails is
 * repeated with each work alone, so a work must be repeatable until it is committed, and may lock nothing that another work of its
 * group locks too unless a key names it. A context that already has a transaction is used as it is.
 */
export async function inGroupTransaction<C extends { db: Db }, R>(
  ctx: C,
  { group, keys }: Membership,
  work: (ctx: C & { db: Transaction<DB> }) => Promise<R>,
): Promise<R> {
  if (ctx.db.isTransaction) return work(ctx as C & { db: Transaction<DB> });
  return groupOf(ctx.db, group).run(ctx, keys, work);
}

/** Whether the transaction is that of several works. */
export function isGroupTransaction(db: Db): boolean {
  return groupTransactions.has(db);
}

/** In a group: ends the work, which is run again in a transaction of its own. Call it before the work writes anything. */
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

type Member = {
  keys: readonly string[];
  /** Runs a function as the member's request does. */
  inItsScope: <R>(run: () => R) => R;
  work: (db: Transaction<DB>) => Promise<void>;
  workAlone: () => Promise<void>;
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

  run<C extends { db: Db }, R>(
    ctx: C,
    keys: readonly string[],
    work: (ctx: C & { db: Transaction<DB> }) => Promise<R>,
  ): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    let result: R;
    const member: Member = {
      keys,
      inItsScope: AsyncLocalStorage.snapshot(),
      work: async (db) => {
        result = await work({ ...ctx, db });
      },
      workAlone: () => inTransaction(ctx, work).then(resolve, reject),
      resolve: () => resolve(result),
      reject,
    };
    this.#waiting.push(member);
    const timer = setTimeout(() => this.#refuse(member), MAX_WAIT_MS);
    if (!this.#isRunning) this.#writeAll();
    return promise.finally(() => clearTimeout(timer));
  }

  #refuse(member: Member): void {
    const nth = this.#waiting.indexOf(member);
    if (nth < 0) return;
    this.#waiting.splice(nth, 1);
    member.reject(new DatabaseUnavailable());
  }

  async #writeAll(): Promise<void> {
    this.#isRunning = true;
    // Requests that have arrived together are written together.
    await nextTurn();
    while (this.#waiting.length > 0) {
      const members = this.#takeNext();
      await members[0]?.inItsScope(() => this.#write(members));
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
  async #write(members: Member[]): Promise<void> {
    if (members.length === 1) return members[0]?.workAlone();
    const leaving = new Set<Member>();
    let isCommitting = false;
    try {
      await inTransaction(
        { db: this.#db },
        ({ db }) => {
          groupTransactions.add(db);
          return settleAll(members.map((member) => workInGroup(member, db, leaving)));
        },
        () => {
          isCommitting = true;
        },
      );
    } catch (error) {
      // A commit without an answer may have happened: repeated, it could store everything twice.
      if (isCommitting) for (const member of members) member.reject(error);
      else await Promise.all(members.map((member) => member.inItsScope(member.workAlone)));
      return;
    }
    for (const member of members) if (!leaving.has(member)) member.resolve();
    await Promise.all([...leaving].map((member) => member.inItsScope(member.workAlone)));
  }
}

async function workInGroup(member: Member, db: Transaction<DB>, leaving: Set<Member>): Promise<void> {
  try {
    await member.work(db);
  } catch (error) {
    if (!(error instanceof LeavesGroup)) throw error;
    leaving.add(member);
  }
}
