import { isDeepStrictEqual } from "node:util";
import { recordChange } from "../../audit/index.ts";
import { changedFields } from "../../platform/changed-fields.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { DripSequence, NewStep, SequenceParams, UpdateDripSequenceBody } from "../drips.schemas.ts";
import { rejectTakenName } from "./add-sequence.ts";
import { completeBeyond, stopAll } from "./enrollments-of.ts";
import { presentSequence } from "./sequence-view.ts";
import { storeSteps } from "./store-steps.ts";
import { lockSequence } from "./visible-sequence.ts";

/**
 * Changes the fields in the body; `steps` replaces the whole list (SPEC: Drip sequences). Enrollments keep their
 * position: the next send uses the step that is there then, and enrollments beyond the new end are completed. `active:
 * false` stops all enrollments, `true` restarts none.
 *
 * @throws AppError 404 `Sequence not found`; 409 for a name that is taken; 422.
 */
export async function updateDripSequence(
  ctx: ActorContext,
  input: SequenceParams & UpdateDripSequenceBody,
): Promise<DripSequence> {
  return inTransaction(ctx, async (ctx) => {
    const row = await lockSequence(ctx, input.sequence_id);
    const before = await presentSequence(ctx.db, row);
    const changed = changedFields(row, given(input));
    const isRewritten = input.steps !== undefined && !areSteps(before.steps, input.steps);
    if (isRewritten) {
      await storeSteps(ctx, row.id, input.steps as NewStep[]);
      await completeBeyond(ctx, row.id, (input.steps as NewStep[]).length);
    }
    if (input.active === false) await stopAll(ctx, row.id);
    const isEdited = isRewritten || Object.keys(changed).length > 0;
    const edited = isEdited
      ? await rejectTakenName(
          ctx.db
            .updateTable("drip_sequences")
            .set({ ...changed, updated_at: ctx.clock.now() })
            .where("id", "=", row.id)
            .returningAll()
            .executeTakeFirstOrThrow(),
        )
      : row;
    const after = await presentSequence(ctx.db, edited);
    await recordChange(ctx, {
      action: "update",
      targetType: "drip_sequence",
      targetId: row.id,
      brokerageId: row.brokerage_id,
      before,
      after,
    });
    return after;
  });
}

function given(input: UpdateDripSequenceBody) {
  const { name, description, trigger_state, pipeline_type, active, stop_on_state_change } = input;
  const fields = {
    name,
    description: description === undefined ? undefined : description || null,
    trigger_state,
    pipeline_type,
    active,
    stop_on_state_change,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function areSteps(stored: DripSequence["steps"], given: NewStep[]): boolean {
  const bare = (steps: NewStep[]) =>
    steps.map(({ delay_days, subject_template, body_template }) => [
      delay_days,
      subject_template,
      body_template,
    ]);
  return isDeepStrictEqual(bare(stored), bare(given));
}
