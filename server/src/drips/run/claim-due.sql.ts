import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { type DueEnrollment, dueColumns } from "./due-enrollment.ts";

export type ClaimOptions = {
  now: Date;
  /** A pass tries each enrollment once. Enrollments that another pass has tried since this one began are left out too. */
  pass: { id: string; began: Date };
  /** The end of the claim. */
  until: Date;
  /** Brokerages whose enrollments are left out. */
  disabledBrokerageIds: readonly number[];
  /** Claims enrollments whose step has failed this many times in a row. */
  failureLevel: number;
  limit: number;
};

/**
 * Claims enrollments whose next step is due for this process until `until`, earliest due first. `skip locked` lets any
 * number of processes claim at once without waiting for each other.
 *
 * Index: drip_enrollments_due, read from `failureLevel` on. Expected: at most `limit` rows, and those of disabled brokerages before them.
 * Failed enrollments come after all others, so that a server that is down costs each enrollment one failure before it
 * costs any a second one.
 */
export async function claimDue(
  db: Db,
  { now, pass, until, disabledBrokerageIds, failureLevel, limit }: ClaimOptions,
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
          and enrollments.send_failures = ${failureLevel}
          and enrollments.next_send_at <= ${now}
          and (enrollments.claimed_until is null or enrollments.claimed_until <= ${now})
          and (enrollments.attempted_at is null or enrollments.attempted_at <= ${pass.began})
          and enrollments.attempted_in is distinct from ${pass.id}
          and drip_sequences.brokerage_id <> all(${disabledBrokerageIds}::integer[])
        order by enrollments.next_send_at, enrollments.id
        limit ${limit}
        for update of enrollments skip locked
      )
    returning ${dueColumns}`.execute(db);
  return rows.toSorted((one, other) => one.id - other.id);
}
