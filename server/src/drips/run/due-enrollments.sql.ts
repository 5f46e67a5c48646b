import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** An enrollment whose next step is due, with the current state of its sequence. */
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
  /** Whether the sequence is turned on. */
  active: boolean;
};

export type Claim = {
  now: Date;
  /**
   * A pass tries each enrollment once: those that it has tried, or that another pass has tried since it began, are
   * left out.
   */
  pass: { id: string; began: Date };
  /** The end of the claim. */
  until: Date;
  /** Brokerages whose enrollments are left out. */
  idle: readonly number[];
  /** How often in a row its step has failed. */
  failures: number;
  limit: number;
};

/**
 * Claims enrollments whose next step is due, the longest due first, for this process alone until `until`. `skip
 * locked` lets any number of processes take from the head of the queue without waiting for each other.
 *
 * Index drip_enrollments_due, read from `failures` on; at most `limit` rows, and those of idle brokerages before them.
 * Failed enrollments come after all others, so that a server that is down costs each enrollment one failure before it
 * costs any a second one.
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

/** Pages through what would be claimed, without a change. */
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
 * The step to send for each enrollment: the one at its position now, else the next one; none after the last step
 * (SPEC: Drip sequence).
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
