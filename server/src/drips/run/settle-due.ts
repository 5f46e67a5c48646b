import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { noNextStep, type StopReason, stoppedFor } from "../enrollments/enrollment-row.ts";
import type { DueEnrollment } from "./due-enrollment.ts";

/*
 * The outcomes of claimed enrollments. Each statement changes only rows that are still claimed: an enrollment that was
 * stopped, restarted or edited meanwhile stays as it is.
 */

/** A claim on an enrollment until `until`. */
export type EnrollmentClaim = Pick<DueEnrollment, "id" | "run"> & { until: Date };

/** The ids of those that are still claimed here: neither stopped nor claimed by another process since. */
export async function stillClaimedEnrollments(
  db: Db,
  claimed: readonly EnrollmentClaim[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom("drip_enrollments")
    .select(["id", "run", "claimed_until"])
    .where(
      "id",
      "in",
      claimed.map(({ id }) => id),
    )
    .where("status", "=", "active")
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Set(
    claimed.flatMap(({ id, run, until }) => {
      const row = found.get(id);
      return row?.run === run && row.claimed_until?.getTime() === until.getTime() ? [id] : [];
    }),
  );
}

/** @returns whether the claim was still held. */
export async function stopDue(ctx: Context, claimed: EnrollmentClaim, reason: StopReason): Promise<boolean> {
  return settle(ctx, claimed, stoppedFor(reason, ctx.clock.now()));
}

/** Completes an enrollment without a further step. */
export async function completeDue(ctx: Context, claimed: EnrollmentClaim): Promise<boolean> {
  return settle(ctx, claimed, { status: "completed", ...noNextStep });
}

/** Counts a failure; the enrollment stays due. */
export async function recordFailure(ctx: Context, claimed: EnrollmentClaim): Promise<boolean> {
  return settle(ctx, claimed, { send_failures: sql<number>`send_failures + 1` });
}

/** Stops an enrollment after its last accepted failure. */
export async function stopAfterFailures(ctx: Context, claimed: EnrollmentClaim): Promise<boolean> {
  return settle(ctx, claimed, {
    send_failures: sql<number>`send_failures + 1`,
    ...stoppedFor("send_failed", ctx.clock.now()),
  });
}

/** Leaves the step to the next pass: this one has tried it, and it is not known to have failed. */
export async function deferToNextPass(ctx: Context, claimed: EnrollmentClaim): Promise<boolean> {
  return settle(ctx, claimed, {});
}

/** Releases an enrollment that was not tried. The same pass may claim it again. */
export async function releaseDue(ctx: Context, claimed: EnrollmentClaim): Promise<boolean> {
  return settle(ctx, claimed, { attempted_at: null, attempted_in: null });
}

async function settle(
  { db }: Context,
  { id, run, until }: EnrollmentClaim,
  columns: object,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("drip_enrollments")
    .set({ ...columns, claimed_until: null })
    .where("id", "=", id)
    .where("run", "=", run)
    .where("status", "=", "active")
    .where("claimed_until", "=", until)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
