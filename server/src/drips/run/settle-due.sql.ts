import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { noNextStep, type StopReason, stoppedFor } from "../enrollments/enrollment-row.ts";
import type { DueEnrollment } from "./due-enrollments.sql.ts";

/*
 * The outcomes of claimed enrollments. Each statement changes only rows that are still claimed: an enrollment that was
 * stopped, restarted or edited meanwhile stays as it is.
 */

/** A claim on an enrollment, and its end. */
export type Claimed = Pick<DueEnrollment, "id" | "run"> & { until: Date };

/** The ids of those that are still claimed here: neither stopped nor claimed by another process since. */
export async function stillDue(db: Db, claimed: readonly Claimed[]): Promise<Set<number>> {
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

/** A step that was sent. */
export type SentStep = { enrollment: Claimed; position: number };

/**
 * Advances the enrollments of sent steps to their next step, which is due its delay from now; without a next step they
 * are completed (SPEC: Drip enrollment).
 *
 * @returns the ids of those that are completed now.
 */
export async function advanceSent({ db, clock }: Context, sent: readonly SentStep[]): Promise<Set<number>> {
  const now = clock.now();
  const list = JSON.stringify(
    sent.map(({ enrollment: { id, run, until }, position }) => ({ id, run, until, position })),
  );
  const { rows } = await sql<{ id: number }>`
    update drip_enrollments
    set
      last_sent_at = ${now},
      send_failures = case when held then 0 else send_failures end,
      claimed_until = case when held then null else claimed_until end,
      status = case when held and next.position is null then 'completed' else status end,
      next_step_position = case when held then next.position else next_step_position end,
      next_send_at = case when held then ${now}::timestamptz + next.delay_days * interval '24 hours' else next_send_at end
    from (
      select
        mine.id,
        sent.position,
        mine.sequence_id,
        mine.status = 'active' and mine.claimed_until = sent.until as held
      from json_to_recordset(${list}::json) as sent (id integer, run integer, until timestamptz, position integer)
      join drip_enrollments as mine on mine.id = sent.id and mine.run = sent.run
      order by mine.id
      for update of mine
    ) as sent left join lateral (
      select position, delay_days
      from drip_steps
      where drip_steps.sequence_id = sent.sequence_id and drip_steps.position > sent.position
      order by position
      limit 1
    ) as next on true
    where drip_enrollments.id = sent.id
    returning case when held and next.position is null then drip_enrollments.id end as id`.execute(db);
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/** @returns whether the claim was still held. */
export async function stopDue(ctx: Context, claimed: Claimed, reason: StopReason): Promise<boolean> {
  return settle(ctx, claimed, stoppedFor(reason, ctx.clock.now()));
}

/** Completes an enrollment without a further step. */
export async function completeDue(ctx: Context, claimed: Claimed): Promise<boolean> {
  return settle(ctx, claimed, { status: "completed", ...noNextStep });
}

/** Counts a failure; the enrollment stays due. */
export async function recordFailure(ctx: Context, claimed: Claimed): Promise<boolean> {
  return settle(ctx, claimed, { send_failures: sql<number>`send_failures + 1` });
}

/** Stops an enrollment after its last accepted failure. */
export async function stopAfterFailures(ctx: Context, claimed: Claimed): Promise<boolean> {
  return settle(ctx, claimed, {
    send_failures: sql<number>`send_failures + 1`,
    ...stoppedFor("send_failed", ctx.clock.now()),
  });
}

/** Releases an enrollment that was not tried. */
export async function releaseDue(ctx: Context, claimed: Claimed): Promise<boolean> {
  return settle(ctx, claimed, { attempted_at: null, attempted_in: null });
}

async function settle({ db }: Context, { id, run, until }: Claimed, columns: object): Promise<boolean> {
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
