import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import type { AlertChannel } from "../saved-searches.schemas.ts";
import type { Cadence, PlannedAlert } from "./planned-alert.ts";

export type OpenAlert = {
  id: number;
  clientId: number;
  brokerageId: number;
  channel: AlertChannel;
  cadence: Cadence;
  dueAt: Date;
  state: "open" | "sent";
  finishedAt: Date | null;
};

/**
 * The open alerts of clients, and the instant ones that were sent after a time.
 *
 * Index: search_alerts_client. Expected: two or three rows for each client.
 */
export async function openAlerts(
  db: Db,
  clientIds: readonly number[],
  sentAfter: Date,
): Promise<OpenAlert[]> {
  if (clientIds.length === 0) return [];
  const { rows } = await sql<OpenAlert>`
    select id, client_id as "clientId", brokerage_id as "brokerageId", channel, cadence, due_at as "dueAt", state,
      finished_at as "finishedAt"
    from search_alerts
    where client_id = any(${clientIds}::integer[])
      and (finished_at is null or finished_at > ${sentAfter})
      and (state = 'open' or (state = 'sent' and cadence = 'instant'))
    order by due_at, id`.execute(db);
  return rows;
}

type NewAlert = PlannedAlert & { ref: string };

/** Rows of one statement. */
const CHUNK = 1000;

/** @returns the ids of the new alerts, in their order. Expected: some hundred rows. */
export async function insertAlerts(db: Db, alerts: readonly NewAlert[], now: Date): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < alerts.length; at += CHUNK)
    ids.push(...(await insertChunk(db, alerts.slice(at, at + CHUNK), now)));
  return ids;
}

async function insertChunk(db: Db, alerts: readonly NewAlert[], now: Date): Promise<number[]> {
  const rows = alerts.map(({ clientId, brokerageId, channel, cadence, dueAt, ref, more }, nth) => ({
    nth,
    client_id: clientId,
    brokerage_id: brokerageId,
    channel,
    cadence,
    due_at: dueAt,
    ref,
    more,
  }));
  const { rows: inserted } = await sql<{ id: number; ref: string }>`
    insert into search_alerts (brokerage_id, client_id, channel, cadence, due_at, ref, more, created_at)
    select brokerage_id, client_id, channel, cadence, due_at, ref, more, ${now}::timestamptz
    from json_to_recordset(${toJsonb(rows)}::json) as alerts (nth integer, client_id integer, brokerage_id integer, channel text,
      cadence text, due_at timestamptz, ref text, more integer)
    order by nth
    returning id, ref`.execute(db);
  const idOf = new Map(inserted.map(({ id, ref }) => [ref, id]));
  return alerts.map(({ ref }) => idOf.get(ref) as number);
}

/** Index: search_alerts_pkey. Expected: none as a rule. */
export async function countMore(db: Db, alerts: readonly Pick<PlannedAlert, "id" | "more">[]): Promise<void> {
  if (alerts.length === 0) return;
  await sql`
    update search_alerts
    set more = search_alerts.more + counted.more
    from unnest(${alerts.map(({ id }) => id)}::bigint[], ${alerts.map(({ more }) => more)}::integer[]) as counted (id, more)
    where search_alerts.id = counted.id`.execute(db);
}
