import { sql } from "kysely";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";

type AcknowledgedLead = { id: number; email: string };

/**
 * Opens the database of a killed server and checks for a brokerage that every acknowledged lead is stored, and that every lead
 * has exactly one timeline row, its first.
 *
 * @returns the number of stored leads that were not acknowledged.
 */
export async function expectCompleteLeads(
  where: { databaseUrl: string | null; dataDir: string },
  brokerageId: number,
  acknowledged: AcknowledgedLead[],
): Promise<number> {
  const database = await openDatabase(where, createLog("silent"));
  try {
    const { rows } = await sql<{ stored: number; whole: number; kept: number }>`
      with whole as (
        select leads.id, leads.email
        from leads
        join lead_events on lead_events.lead_id = leads.id
        where leads.brokerage_id = ${brokerageId}
          and leads.stage = 'NEW'
        group by leads.id
        having count(*) = 1
          and bool_and(lead_events.event_type = 'contact_form_submission' and lead_events.to_stage = 'NEW')
      )
      select
        (select count(*)::int from leads where brokerage_id = ${brokerageId}) as stored,
        (select count(*)::int from whole) as whole,
        (
          select count(*)::int
          from unnest(${acknowledged.map(({ id }) => id)}::int[], ${acknowledged.map(({ email }) => email)}::text[])
            as acknowledged (id, email)
          join whole using (id, email)
        ) as kept`.execute(database.db);
    const { stored, whole, kept } = rows[0] as { stored: number; whole: number; kept: number };
    if (kept !== acknowledged.length) {
      throw new Error(
        `${acknowledged.length} forms were acknowledged, ${acknowledged.length - kept} of them are lost`,
      );
    }
    if (whole !== stored)
      throw new Error(`${stored - whole} of ${stored} leads lack their first timeline row`);
    return stored - kept;
  } finally {
    await database.close();
  }
}
