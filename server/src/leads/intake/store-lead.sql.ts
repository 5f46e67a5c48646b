import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { LeadEvents, LeadSignals, Leads } from "../../platform/database/types.generated.ts";
import { type LeadRow, leadRowColumns } from "../lead-row.ts";

type OfLead<Row> = Omit<Insertable<Row>, "lead_id">;

/**
 * Inserts a lead with its first timeline row and its first signal, if any.
 *
 * Index: none is read. Expected: one row in each table.
 */
export async function storeLead(
  db: Db,
  lead: Insertable<Leads>,
  event: OfLead<LeadEvents>,
  signal?: OfLead<LeadSignals>,
): Promise<LeadRow> {
  const lead_id = sql<number>`(select id from stored)`;
  const query = db
    .with("stored", (db) => db.insertInto("leads").values(lead).returning(leadRowColumns))
    .with("first_event", (db) => db.insertInto("lead_events").values({ ...event, lead_id }));
  const complete = signal
    ? query.with("first_signal", (db) => db.insertInto("lead_signals").values({ ...signal, lead_id }))
    : query;
  return (await complete.selectFrom("stored").select(leadRowColumns).executeTakeFirstOrThrow()) as LeadRow;
}
