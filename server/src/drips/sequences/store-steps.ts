import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { MAX_TEXT, type NewStep } from "../drips.schemas.ts";

/**
 * Replaces the steps of a sequence; their positions are 1, 2, 3 … in the order of the list (SPEC: Drip sequence).
 *
 * @throws AppError 422 when their texts together exceed the limit.
 */
export async function storeSteps(ctx: Context, sequenceId: number, steps: NewStep[]): Promise<void> {
  checkLength(steps);
  await ctx.db.deleteFrom("drip_steps").where("sequence_id", "=", sequenceId).execute();
  if (steps.length === 0) return;
  await ctx.db
    .insertInto("drip_steps")
    .values(
      steps.map(({ delay_days, subject_template, body_template }, index) => ({
        sequence_id: sequenceId,
        position: index + 1,
        delay_days,
        subject_template,
        body_template,
      })),
    )
    .execute();
}

function checkLength(steps: NewStep[]): void {
  const length = steps.reduce(
    (sum, { subject_template, body_template }) => sum + subject_template.length + body_template.length,
    0,
  );
  if (length <= MAX_TEXT) return;
  throw new AppError("invalid", [
    {
      loc: ["body", "steps"],
      msg: `steps must hold at most ${MAX_TEXT} characters together`,
      type: "too_long",
    },
  ]);
}
