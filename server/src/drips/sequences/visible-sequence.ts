import { isOpenBrokerage, lockBrokerage } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { visibleBrokerage } from "../../platform/http/permissions.ts";
import type { SequenceRow } from "./sequence-view.ts";

/*
 * People see their brokerage's sequences while it is not disabled, admins all. What a disabled brokerage has, admins read
 * and remove, and nobody changes.
 */

/** @throws AppError 404 `Sequence not found`, also for one that is out of the caller's scope. */
export async function visibleSequence(ctx: Context, sequenceId: number): Promise<SequenceRow> {
  const row = await sequenceById(ctx, sequenceId).executeTakeFirst();
  const isAdmin = scopeOf(ctx) === null;
  if (!row || !(isAdmin || (await isOpenBrokerage(ctx.db, row.brokerage_id)))) throw sequenceNotFound();
  return row;
}

/**
 * For a change: holds the sequence until the transaction ends, its brokerage too. Its enrollments are locked after it,
 * never before.
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

/** The same for a deletion, which a disabled brokerage's sequence allows. */
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

/** Null: every brokerage's, for admins and for what the program does by itself. */
function scopeOf({ actor }: Context): number | null {
  return actor === null ? null : visibleBrokerage(actor);
}
