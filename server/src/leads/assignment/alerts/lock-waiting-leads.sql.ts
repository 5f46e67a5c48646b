import { sql } from "kysely";
import type { LeadSettings } from "../../../lead-settings/index.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { LeadRow } from "../../lead-row.ts";

type WaitingQuery = {
  settings: ReadonlyMap<number, LeadSettings>;
  now: Date;
  except: number[];
  limit: number;
};

/**
 * Locks waiting leads with an undecided due alert, longest waiting first, until the transaction ends.
 *
 * Index: leads_waiting, whose condition the query repeats; it holds the leads of about one day and is read in full.
 * Expected: at most `limit` rows. `skip locked` leaves leads under change to the next sweep.
 */
export async function lockWaitingLeads(
  db: Db,
  { settings, now, except, limit }: WaitingQuery,
): Promise<LeadRow[]> {
  const seconds = (of: (settings: LeadSettings) => number) => [...settings.values()].map(of);
  const { rows } = await sql<LeadRow>`
    select leads.*
    from
      unnest(
        ${[...settings.keys()]}::integer[],
        ${seconds((each) => each.reminder_after_seconds)}::integer[],
        ${seconds((each) => each.broker_alert_after_seconds)}::integer[],
        ${seconds((each) => each.reassign_after_seconds)}::integer[],
        ${seconds((each) => each.final_escalation_after_seconds)}::integer[]
      ) as wishes (brokerage_id, reminder, broker_alert, reassignment, final_escalation)
      join leads on leads.brokerage_id = wishes.brokerage_id,
      lateral (
        select extract(epoch from ${now}::timestamptz - response_due_at) + response_target_seconds as seconds
      ) as waited
    where stage = 'NEW'
      and response_stopped_at is null
      and response_due_at is not null
      and cardinality(alerts_decided) < 5
      and leads.id <> all(${except}::integer[])
      and (
        (response_due_at <= ${now} and not 'response_breach' = any(alerts_decided))
        or (waited.seconds >= wishes.reminder and not 'agent_reminder' = any(alerts_decided))
        or (waited.seconds >= wishes.broker_alert and not 'broker_alert' = any(alerts_decided))
        or (waited.seconds >= wishes.reassignment and not 'reassignment' = any(alerts_decided))
        or (waited.seconds >= wishes.final_escalation and not 'final_escalation' = any(alerts_decided))
      )
    order by response_due_at, leads.id
    limit ${limit}
    for no key update of leads skip locked`.execute(db);
  return rows;
}
