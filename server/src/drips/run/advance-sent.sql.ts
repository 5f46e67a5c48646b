import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import type { EnrollmentClaim } from "./settle-due.ts";

/** A step that was sent. */
export type SentStep = { enrollment: EnrollmentClaim; position: number };

/**
 * Advances the enrollments of sent steps to their next step, which is due its delay from now; without a next step they
 * are completed (SPEC: Drip enrollment).
 *
 * Only rows that are still claimed wait for another step: one that was stopped, restarted or edited meanwhile stays as it is.
 *
 * Index: drip_enrollments_pkey, drip_steps_pkey. Expected: at most 25 rows.
 *
 * @returns the ids of those that are completed now.
 */
export async function advanceSent(db: Db, sent: readonly SentStep[], now: Date): Promise<Set<number>> {
  const list = toJsonb(
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
