import { setImmediate as yieldToOthers } from "node:timers/promises";
import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { lockWait } from "../../platform/database/lock-wait.ts";
import { type BatchBounds, BatchSize, embeddedBounds, offlineBounds, sharedBounds } from "./batch-size.ts";
import type { ImportItem } from "./listing-record.ts";
import {
  type Batch,
  type BatchPlan,
  isUnchanged,
  makePlan,
  planBatch,
  readStored,
  type Source,
  type StoredState,
} from "./plan-batch.ts";
import { type BatchOutcome, storeBatch, unchangedOutcome } from "./store-batch.ts";
import { WrittenParties } from "./write-parties.ts";

/** Runs in the transaction of a batch, after its rows are written. */
export type CommitWith = (db: Db, outcome: BatchOutcome) => Promise<void>;

export type WriteOptions = {
  commitWith?: CommitWith | undefined;
  /**
   * Called with the outcome of a batch of which nothing differs. Returns true where the caller has counted it, and it needs no
   * transaction nor `commitWith`.
   */
  keepUnchanged?: ((outcome: BatchOutcome) => boolean) | undefined;
};

export type WriterOptions = {
  /** Instead of those of the database. */
  bounds?: BatchBounds | undefined;
  /** Whether each record is what its source says now: see `foldBatch`. */
  readInOrder?: boolean;
};

export type WriterContext = Pick<Context, "db" | "embedded" | "clock"> & {
  disk: Pick<Context["disk"], "requireSpace">;
  listings: { index: { isStarted: boolean } };
};

/** Batches of an import that its callers have under way: one is written, one is ready, one is planned. */
export const BATCHES_UNDER_WAY = 3;

/** The last write of this import: revisions after `from` up to `to`, of listings with these keys and public ids. */
type OwnWrite = { from: number; to: number; conflictKeys: Set<string> };

/**
 * Stores the batches of one import, each in one transaction, in order. Writers of all imports take turns under the
 * lock of the change log. A batch is planned before the lock, while the batch before is still being written; under
 * the lock one number shows whether the plan still holds. Why: docs/decisions/optimistic-import.md.
 */
export class BatchWriter {
  readonly #ctx: WriterContext;
  readonly #source: Source;
  readonly #size: BatchSize;
  readonly #readInOrder: boolean;
  readonly #parties = new WrittenParties();
  #previous: Promise<unknown> = Promise.resolve();
  #beforePrevious: Promise<unknown> = Promise.resolve();
  #own: OwnWrite = { from: 0, to: 0, conflictKeys: new Set() };

  constructor(
    ctx: WriterContext,
    source: Source,
    { bounds = boundsFor(ctx), readInOrder = false }: WriterOptions = {},
  ) {
    this.#ctx = ctx;
    this.#source = source;
    this.#size = new BatchSize(bounds);
    this.#readInOrder = readInOrder;
  }

  /** Rows of the next batch. */
  get batchRows(): number {
    return this.#size.rows;
  }

  /**
   * May be called again before it resolves: the batches still commit in the order of the calls. See
   * `BATCHES_UNDER_WAY`.
   *
   * @throws DiskFull before anything of the batch is stored.
   */
  write(items: ImportItem[], options: WriteOptions = {}): Promise<BatchOutcome> {
    const written = this.#write(items, options, this.#previous, this.#beforePrevious);
    this.#beforePrevious = this.#previous;
    this.#previous = written;
    // The caller awaits `written`. The later batches await it too, and ignore its error.
    written.catch(() => {});
    return written;
  }

  async #write(
    items: ImportItem[],
    { commitWith, keepUnchanged = () => false }: WriteOptions,
    before: Promise<unknown>,
    twoBefore: Promise<unknown>,
  ): Promise<BatchOutcome> {
    const batch: Batch = {
      source: this.#source,
      items,
      now: this.#ctx.clock.now(),
      readInOrder: this.#readInOrder,
    };
    // A plan may miss one earlier batch, not two. The check under the lock holds whether that batch committed or failed.
    await twoBefore.catch(() => {});
    // No connection is held while the batch is folded and encoded.
    const planned = makePlan(batch, await this.#read(batch));
    await before.catch(() => {});
    // The batch after this one reads first: then it is folded while this one is written.
    await yieldToOthers();
    if (isUnchanged(planned) && this.#isAfterOwn(planned)) {
      const outcome = unchangedOutcome(planned);
      if (keepUnchanged(outcome)) return outcome;
    }
    await this.#ctx.disk.requireSpace();
    const outcome = await inTransaction(this.#ctx, async ({ db }) => {
      const started = performance.now();
      const now = await lockRevisions(db);
      const locked = performance.now();
      const isCurrent = this.#holds(planned, now);
      // Another import may have written the same agents and offices.
      if (!isCurrent) this.#parties.clear();
      const plan = isCurrent ? planned : await planBatch(db, batch);
      const outcome = await storeBatch(db, plan, this.#parties);
      // Each written row takes one revision; the lock excludes other writers.
      const to = outcome.touchesListings ? await lockRevisions(db) : now + plan.writes;
      this.#own = { from: now, to, conflictKeys: plan.conflictKeys };
      await commitWith?.(db, outcome);
      this.#size.note(items.length, performance.now() - (this.#ctx.embedded ? started : locked));
      return outcome;
    });
    this.#parties.noteWritten(outcome.parties);
    return outcome;
  }

  /** One transaction for the costs that `startPlan` sets; the embedded database spares its two round trips. */
  #read(batch: Batch): Promise<StoredState> {
    if (this.#ctx.embedded) return readStored(this.#ctx.db, batch);
    return inTransaction(this.#ctx, ({ db }) => readStored(db, batch));
  }

  /** Whether the plan read what the batch before this one has written to its listings. */
  #isAfterOwn({ revision, conflictKeys }: BatchPlan): boolean {
    return revision >= this.#own.to || conflictKeys.isDisjointFrom(this.#own.conflictKeys);
  }

  /**
   * Whether the plan read all committed rows, or all but those of the batch before this one, which has other listings. Both
   * numbers are of committed writes: see `startPlan`.
   */
  #holds(plan: BatchPlan, now: number): boolean {
    if (plan.revision === now) return true;
    const { from, to, conflictKeys } = this.#own;
    return now === to && plan.revision === from && plan.conflictKeys.isDisjointFrom(conflictKeys);
  }
}

/** The bounds of a transaction that changes many listings. */
export function boundsFor({ embedded, listings }: WriterContext): BatchBounds {
  if (!listings.index.isStarted) return offlineBounds;
  return embedded ? embeddedBounds : sharedBounds;
}

/** Takes the lock of the change log (migrations/0003-listings.sql); returns the newest revision under it. */
export async function lockRevisions(db: Db): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    ${lockWait} select lock_and_read_listing_revisions() as revision`.execute(db);
  return (rows[0] as { revision: number }).revision;
}
