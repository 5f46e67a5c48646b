import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import type { LeadEvents, LeadSignals, Leads } from "../../platform/database/types.generated.ts";
import { type LeadRow, leadRowColumns } from "../lead-row.ts";

type OfLead<Row> = Omit<Insertable<Row>, "lead_id">;

export type LeadToStore = {
  lead: Insertable<Leads>;
  /** Its first timeline rows. */
  events: OfLead<LeadEvents>[];
  /** Its first signal. */
  signal?: OfLead<LeadSignals>;
};

const columns = leadRowColumns.filter((each) => each !== "id").join(", ");

/**
 * Inserts leads with their first timeline rows and their first signals. The rows are passed as JSON, so that the statement has one
 * text for any number.
 *
 * Index: none is read. Expected: per lead one row in each table, or two timeline rows.
 *
 * @returns the leads in their order, each with the id of its last timeline row.
 */
export async function storeLeads(
  db: Db,
  leads: readonly LeadToStore[],
): Promise<{ lead: LeadRow; eventId: number }[]> {
  const leadRows = leads.map(({ lead }) => ({ suspicions: [], alerts_decided: [], ...lead }));
  const events = leads.flatMap((each, index) => each.events.map((event) => ({ ...event, nth: index + 1 })));
  const signals = leads.flatMap(({ signal }, index) => (signal ? [{ ...signal, nth: index + 1 }] : []));
  // Ids are assigned in the order of the rows, so the nth id is that of the nth lead.
  const { rows } = await sql<LeadRow & { event_id: number }>`
    with stored as (
      insert into leads (${sql.raw(columns)})
      select ${sql.raw(columns.replace("preferences", "(preferences #>> '{}')::jsonb"))}
      from jsonb_populate_recordset(null::leads, ${toJsonb(leadRows)}) with ordinality
      order by ordinality
      returning id, ${sql.raw(columns)}
    ),
    numbered as (
      select id as lead_id, row_number() over (order by id) as nth from stored
    ),
    stored_events as (
      insert into lead_events (
        lead_id, event_type, from_stage, to_stage, reason_code, note, channel, occurred_at, actor_entered_at,
        actor_type, actor_id, actor_name, payload, created_at
      )
      select
        lead_id, event_type, from_stage, to_stage, reason_code, note, channel, occurred_at, actor_entered_at,
        actor_type, actor_id, actor_name, payload::jsonb, created_at
      from jsonb_to_recordset(${toJsonb(events.map((event, place) => ({ ...event, place })))}) as event (
        nth bigint, place integer, event_type text, from_stage text, to_stage text, reason_code text, note text,
        channel text, occurred_at timestamptz, actor_entered_at timestamptz, actor_type text, actor_id integer,
        actor_name text, payload text, created_at timestamptz
      )
      join numbered using (nth)
      order by place
      returning id, lead_id
    ),
    first_signals as (
      insert into lead_signals (lead_id, kind, occurred_at)
      select lead_id, kind, occurred_at
      from jsonb_to_recordset(${toJsonb(signals)}) as signal (nth bigint, kind text, occurred_at timestamptz)
      join numbered using (nth)
    )
    select id, ${sql.raw(columns)}, (select max(id) from stored_events where lead_id = stored.id) as event_id
    from stored
    order by id`.execute(db);
  return rows.map(({ event_id, ...lead }) => ({ lead, eventId: event_id }));
}
