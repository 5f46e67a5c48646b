import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { ClaimOptions } from "./claim-due.sql.ts";
import { type DueEnrollment, dueColumns } from "./due-enrollment.ts";

/**
 * Pages through what would be claimed, without a change.
 *
 * Index: drip_enrollments_pkey, read from `last` on. Expected: at most `limit` rows.
 */
export async function pageOfDue(
  db: Db,
  last: number,
  { now, disabledBrokerageIds, limit }: Pick<ClaimOptions, "now" | "disabledBrokerageIds" | "limit">,
): Promise<DueEnrollment[]> {
  const { rows } = await sql<DueEnrollment>`
    select ${dueColumns}
    from drip_enrollments join drip_sequences on drip_sequences.id = drip_enrollments.sequence_id
    where status = 'active'
      and next_send_at <= ${now}
      and (claimed_until is null or claimed_until <= ${now})
      and brokerage_id <> all(${disabledBrokerageIds}::integer[])
      and drip_enrollments.id > ${last}
    order by drip_enrollments.id
    limit ${limit}`.execute(db);
  return rows;
}
