import type { Context } from "../../platform/context.ts";
import { noNextStep, stoppedFor } from "../enrollments/enrollment-row.ts";

/*
 * The effects of an edited sequence on its enrollments. Call these while the sequence is locked. Several enrollments
 * are locked in the order of their ids, which prevents deadlocks.
 */

/** Completes the enrollments that wait for a deleted step at the end (SPEC: Drip sequence, deleting steps). */
export async function completeBeyond(ctx: Context, sequenceId: number, lastPosition: number): Promise<void> {
  await hold(
    enrollmentsOf(ctx, sequenceId).where(({ eb, or }) =>
      or([eb("next_step_position", ">", lastPosition), eb("resumes_at_position", ">", lastPosition)]),
    ),
  );
  await ctx.db
    .updateTable("drip_enrollments")
    .set({ status: "completed", ...noNextStep })
    .where("sequence_id", "=", sequenceId)
    .where("status", "=", "active")
    .where("next_step_position", ">", lastPosition)
    .execute();
  await ctx.db
    .updateTable("drip_enrollments")
    .set({ resumes_at_position: null, resumes_send_at: null })
    .where("sequence_id", "=", sequenceId)
    .where("resumes_at_position", ">", lastPosition)
    .execute();
}

/** For a sequence that is turned off: stops its enrollments, and those that wait for a contract never resume. */
export async function stopAll(ctx: Context, sequenceId: number): Promise<void> {
  await hold(
    enrollmentsOf(ctx, sequenceId).where(({ eb, or }) =>
      or([eb("status", "=", "active"), eb("resumes_at_position", "is not", null)]),
    ),
  );
  await ctx.db
    .updateTable("drip_enrollments")
    .set(stoppedFor("sequence_deactivated", ctx.clock.now()))
    .where("sequence_id", "=", sequenceId)
    .where("status", "=", "active")
    .execute();
  await ctx.db
    .updateTable("drip_enrollments")
    .set({ resumes_at_position: null, resumes_send_at: null })
    .where("sequence_id", "=", sequenceId)
    .where("resumes_at_position", "is not", null)
    .execute();
}

/** Locks the enrollments in order before a deletion, which would lock them in any order. */
export async function holdAll(ctx: Context, sequenceId: number): Promise<void> {
  await hold(enrollmentsOf(ctx, sequenceId));
}

function enrollmentsOf({ db }: Context, sequenceId: number) {
  return db.selectFrom("drip_enrollments").where("sequence_id", "=", sequenceId);
}

async function hold(enrollments: ReturnType<typeof enrollmentsOf>): Promise<void> {
  await enrollments.select("id").orderBy("id").forUpdate().execute();
}
