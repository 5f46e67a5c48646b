import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** An enrollment whose next step is due, with its sequence as it is now. */
export type DueEnrollment = {
  id: number;
  run: number;
  sequence_id: number;
  lead_id: number;
  brokerage_id: number;
  enrolled_state: string;
  next_step_position: number;
  send_failures: number;
  stop_on_state_change: boolean;
  /** Of a sequence: whether it is turned on. */
  active: boolean;
};

export type Claim = {
  now: Date;
  /** One attempt of each in a pass: those that this one has tried, or another one since it began, have had theirs. */
  pass: { id: string; began: Date };
  /** Until then it is this process's alone. */
  until: Date;
  /** Those of these brokerages wait. */
  idle: readonly number[];
  /** How often in a row its step has failed. */
  failures: number;
  limit: number;
};

/**
 * Takes enrollments whose next step is due, the longest due first, for this process alone until `until`. `skip locked` lets
 * any number of processes take from the head of the queue without waiting for each other.
 *
 * Index drip_enrollments_due, read from `failures` on; at most `limit` rows, and those of idle brokerages before them.
 * Those that have failed come after all others, so that a server that is down costs each enrollment one failure before it costs any a second one.
 */
export async function claimDue(
  db: Db,
  { now, pass, until, idle, failures, limit }: Claim,
): Promise<DueEnrollment[]> {
  const { rows } = await sql<DueEnrollment>`
    update drip_enrollments
    set claimed_until = ${until}, attempted_at = ${now}, attempted_in = ${pass.id}
    from drip_sequences
    where drip_sequences.id = drip_enrollments.sequence_id
      and drip_enrollments.id in (
        select enrollments.id
        from drip_enrollments as enrollments join drip_sequences on drip_sequences.id = enrollments.sequence_id
        where enrollments.status = 'active'
          and enrollments.send_failures = ${failures}
          and enrollments.next_send_at <= ${now}
          and (enrollments.claimed_until is null or enrollments.claimed_until <= ${now})
          and (enrollments.attempted_at is null or enrollments.attempted_at <= ${pass.began})
          and enrollments.attempted_in is distinct from ${pass.id}
          and drip_sequences.brokerage_id <> all(${idle}::integer[])
        order by enrollments.next_send_at, enrollments.id
        limit ${limit}
        for update of enrollments skip locked
      )
    returning ${columns}`.execute(db);
  return rows.toSorted((one, other) => one.id - other.id);
}

/** What would be claimed, one page after another: nothing is changed. */
export async function pageOfDue(
  db: Db,
  last: number,
  { now, idle, limit }: Pick<Claim, "now" | "idle" | "limit">,
): Promise<DueEnrollment[]> {
  const { rows } = await sql<DueEnrollment>`
    select ${columns}
    from drip_enrollments join drip_sequences on drip_sequences.id = drip_enrollments.sequence_id
    where status = 'active'
      and next_send_at <= ${now}
      and (claimed_until is null or claimed_until <= ${now})
      and brokerage_id <> all(${idle}::integer[])
      and drip_enrollments.id > ${last}
    order by drip_enrollments.id
    limit ${limit}`.execute(db);
  return rows;
}

const columns: RawBuilder<unknown> = sql`
  drip_enrollments.id, run, sequence_id, lead_id, brokerage_id, enrolled_state, next_step_position, send_failures,
  stop_on_state_change, active`;

export type DueStep = { position: number; subject_template: string; body_template: string };

/**
 * The step that each of them gets: whichever stands at its position now, else the next one; none where there is no further
 * one (SPEC: Drip sequence).
 */
export async function dueSteps(db: Db, due: readonly DueEnrollment[]): Promise<Map<number, DueStep>> {
  const ids = due.map(({ id }) => id);
  const { rows } = await sql<DueStep & { id: number }>`
    select drip_enrollments.id, step.position, step.subject_template, step.body_template
    from drip_enrollments cross join lateral (
      select position, subject_template, body_template
      from drip_steps
      where drip_steps.sequence_id = drip_enrollments.sequence_id and position >= next_step_position
      order by position
      limit 1
    ) as step
    where drip_enrollments.id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map(({ id, ...step }) => [id, step]));
}
