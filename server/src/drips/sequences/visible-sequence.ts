import { isEnabledBrokerage, lockBrokerage } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { visibleBrokerage } from "../../platform/http/permissions.ts";
import type { SequenceRow } from "./sequence-view.ts";

/*
 * Visibility of sequences: staff see their brokerage's while it is not disabled, admins all. Admins can read and
 * delete sequences of a disabled brokerage, and no caller can change them.
 */

/** @throws AppError 404 `Sequence not found`, also for one that is out of the caller's scope. */
export async function visibleSequence(ctx: Context, sequenceId: number): Promise<SequenceRow> {
  const row = await sequenceById(ctx, sequenceId).executeTakeFirst();
  const isAdmin = scopeOf(ctx) === null;
  if (!row || !(isAdmin || (await isEnabledBrokerage(ctx.db, row.brokerage_id)))) throw sequenceNotFound();
  return row;
}

/**
 * The sequence for a change: locks its brokerage and the sequence until the transaction ends. Its enrollments are
 * locked after it.
 *
 * @throws AppError 404 `Sequence not found`: missing, out of scope, or a disabled brokerage's.
 */
export async function lockSequence(ctx: Context, sequenceId: number): Promise<SequenceRow> {
  const { brokerage_id } = await visibleSequence(ctx, sequenceId);
  await lockBrokerage(ctx, brokerage_id).catch((error: unknown) => {
    throw error instanceof AppError ? sequenceNotFound() : error;
  });
  return rowForUpdate(ctx, sequenceId);
}

/** The same for a deletion, which is also possible for a disabled brokerage's sequence. */
export async function lockToDelete(ctx: Context, sequenceId: number): Promise<SequenceRow> {
  await visibleSequence(ctx, sequenceId);
  return rowForUpdate(ctx, sequenceId);
}

async function rowForUpdate(ctx: Context, sequenceId: number): Promise<SequenceRow> {
  const row = await sequenceById(ctx, sequenceId).forUpdate().executeTakeFirst();
  if (!row) throw sequenceNotFound();
  return row;
}

export function sequenceNotFound(): AppError {
  return new AppError("not_found", "Sequence not found");
}

function sequenceById(ctx: Context, sequenceId: number) {
  const scope = scopeOf(ctx);
  return ctx.db
    .selectFrom("drip_sequences")
    .selectAll()
    .where("id", "=", sequenceId)
    .$if(scope !== null, (query) => query.where("brokerage_id", "=", scope));
}

/** Null: all brokerages, for admins and for code that runs without a caller. */
function scopeOf({ actor }: Context): number | null {
  return actor === null ? null : visibleBrokerage(actor);
}
