import type { Context } from "../../platform/context.ts";
import { noNextStep, stoppedFor } from "../enrollments/enrollment-row.ts";

/*
 * What an edit of a sequence does to those who are on it. Call it while the sequence is held. Whoever locks several
 * enrollments locks them in the order of their ids, which prevents deadlocks.
 */

/** No lead waits for a step that is gone: it has had all there are (SPEC: Drip sequence, deleting steps). */
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

/** Of a sequence that is turned off: those on it are stopped, and those that wait for a contract never go on. */
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

/** Before a deletion takes them all, in whichever order the database likes. */
export async function holdAll(ctx: Context, sequenceId: number): Promise<void> {
  await hold(enrollmentsOf(ctx, sequenceId));
}

function enrollmentsOf({ db }: Context, sequenceId: number) {
  return db.selectFrom("drip_enrollments").where("sequence_id", "=", sequenceId);
}

async function hold(enrollments: ReturnType<typeof enrollmentsOf>): Promise<void> {
  await enrollments.select("id").orderBy("id").forUpdate().execute();
}
