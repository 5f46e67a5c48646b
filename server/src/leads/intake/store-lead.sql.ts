import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { LeadEvents, LeadSignals, Leads } from "../../platform/database/types.generated.ts";
import { type LeadRow, leadRowColumns } from "../lead-row.ts";

type OfLead<Row> = Omit<Insertable<Row>, "lead_id">;

/**
 * Inserts a lead with its first timeline rows and its first signal, if any.
 *
 * Index: none is read. Expected: one row in each table, or two timeline rows.
 *
 * @returns the lead, and the id of the last timeline row.
 */
export async function storeLead(
  db: Db,
  lead: Insertable<Leads>,
  events: OfLead<LeadEvents>[],
  signal?: OfLead<LeadSignals>,
): Promise<{ lead: LeadRow; eventId: number }> {
  const lead_id = sql<number>`(select id from stored)`;
  const query = db
    .with("stored", (db) => db.insertInto("leads").values(lead).returning(leadRowColumns))
    .with("stored_events", (db) =>
      db
        .insertInto("lead_events")
        .values(events.map((event) => ({ ...event, lead_id })))
        .returning("id"),
    );
  const complete = signal
    ? query.with("first_signal", (db) => db.insertInto("lead_signals").values({ ...signal, lead_id }))
    : query;
  const { event_id, ...row } = await complete
    .selectFrom("stored")
    .select(leadRowColumns)
    .select(sql<number>`(select max(id) from stored_events)`.as("event_id"))
    .executeTakeFirstOrThrow();
  return { lead: row as LeadRow, eventId: event_id };
}
