import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { violatedIndex } from "../../platform/database/connection-errors.ts";
import { AppError } from "../../platform/errors.ts";
import { type CreateDripSequenceBody, type DripSequence, MAX_SEQUENCES } from "../drips.schemas.ts";
import { presentSequence } from "./sequence-view.ts";
import { storeSteps } from "./store-steps.ts";

/**
 * Stores a sequence with its steps. Call it while the brokerage is locked.
 *
 * @throws AppError 409 when the brokerage has a sequence of that name, or the maximum number; 422.
 */
export async function addSequence(
  ctx: Context,
  brokerageId: number,
  sequence: Omit<CreateDripSequenceBody, "brokerage_id">,
): Promise<DripSequence> {
  await refuseTooMany(ctx, brokerageId);
  const now = ctx.clock.now();
  const row = await rejectTakenName(
    ctx.db
      .insertInto("drip_sequences")
      .values({
        brokerage_id: brokerageId,
        name: sequence.name,
        description: sequence.description || null,
        trigger_state: sequence.trigger_state,
        pipeline_type: sequence.pipeline_type ?? null,
        active: sequence.active ?? true,
        stop_on_state_change: sequence.stop_on_state_change ?? true,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await storeSteps(ctx, row.id, sequence.steps ?? []);
  const added = await presentSequence(ctx.db, row);
  await recordChange(ctx, {
    action: "create",
    targetType: "drip_sequence",
    targetId: added.id,
    brokerageId,
    after: added,
  });
  return added;
}

async function refuseTooMany(ctx: Context, brokerageId: number): Promise<void> {
  const { count } = await ctx.db
    .selectFrom("drip_sequences")
    .where("brokerage_id", "=", brokerageId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count < MAX_SEQUENCES) return;
  throw new AppError("conflict", `A brokerage can have at most ${MAX_SEQUENCES} drip sequences: delete one`);
}

/** Runs a statement that stores a name. @throws AppError 409 when the brokerage has it already (SPEC: Errors). */
export async function rejectTakenName<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (violatedIndex(error) === "drip_sequences_name") {
      throw new AppError("conflict", "A drip sequence with this name already exists", { cause: error });
    }
    throw error;
  }
}
