import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { LeadRow } from "../../lead-row.ts";

type DueQuery = { now: Date; brokerageIds: number[]; limit: number };

/**
 * Locks leads with a due follow-up without a reminder, longest due first, until the transaction ends.
 *
 * Index: leads_follow_up_unreminded, read from its start to `now`. Expected: at most `limit` rows, and those of disabled brokerages.
 */
export async function lockDueFollowUps(db: Db, { now, brokerageIds, limit }: DueQuery): Promise<LeadRow[]> {
  const { rows } = await sql<LeadRow>`
    select *
    from leads
    where follow_up_due_at <= ${now}
      and follow_up_reminded_at is null
      and brokerage_id = any(${brokerageIds}::integer[])
    order by follow_up_due_at, id
    limit ${limit}
    for no key update skip locked`.execute(db);
  return rows;
}
