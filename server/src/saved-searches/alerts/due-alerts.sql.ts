import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { AlertChannel } from "../saved-searches.schemas.ts";
import type { Cadence } from "./planned-alert.ts";

export type DueAlert = {
  id: number;
  clientId: number;
  brokerageId: number;
  channel: AlertChannel;
  cadence: Cadence;
  state: "open" | "sending" | "sent" | "dropped";
  ref: string;
  more: number;
};

/** Index: search_alerts_pkey. Expected: as many rows as messages were claimed, some dozens. */
export async function dueAlerts(db: Db, ids: readonly number[]): Promise<DueAlert[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<DueAlert>`
    select id, client_id as "clientId", brokerage_id as "brokerageId", channel, cadence, state, ref, more
    from search_alerts
    where id = any(${ids}::bigint[])
    order by id`.execute(db);
  return rows;
}

const MOST_LEFT = 1000;

/** Alerts that are being sent, or whose process has ended meanwhile. Index: search_alerts_sending. Expected: some dozens. */
export async function sendingAlerts(
  db: Db,
): Promise<Pick<DueAlert & { dueAt: Date }, "id" | "clientId" | "channel" | "dueAt">[]> {
  const { rows } = await sql<{ id: number; clientId: number; channel: AlertChannel; dueAt: Date }>`
    select id, client_id as "clientId", channel, due_at as "dueAt"
    from search_alerts
    where state = 'sending'
    order by id
    limit ${MOST_LEFT}`.execute(db);
  return rows;
}

/**
 * When instant alerts of clients were sent after a time, by client and channel. Those that are being sent count as sent now.
 *
 * Index: search_alerts_client. Expected: up to three rows for each client.
 */
export async function instantTimes(
  db: Db,
  clientIds: readonly number[],
  { now, after }: { now: Date; after: Date },
): Promise<Map<string, number[]>> {
  if (clientIds.length === 0) return new Map();
  const { rows } = await sql<{ key: string; times: Date[] }>`
    select client_id || ' ' || channel as key, array_agg(coalesce(finished_at, ${now}::timestamptz)) as times
    from search_alerts
    where client_id = any(${clientIds}::integer[])
      and cadence = 'instant'
      and (finished_at is null or finished_at > ${after})
      and state in ('sending', 'sent')
    group by client_id, channel`.execute(db);
  return new Map(rows.map(({ key, times }) => [key, times.map((time) => time.getTime())]));
}

/** Closes alerts for further events. Index: search_alerts_pkey. */
export async function setSending(db: Db, alerts: readonly DueAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  await sql`update search_alerts set state = 'sending' where id = any(${alerts.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );
}

type Merged = { id: number; more: number; into_id: number; channel: AlertChannel };

/**
 * Moves what other overdue alerts of the same clients, channels and cadences would tell into these.
 *
 * Index: search_alerts_client, search_events_email_alert, search_events_push_alert. Expected: none as a rule.
 */
export async function mergeOverdue(db: Db, alerts: readonly DueAlert[], now: Date): Promise<void> {
  if (alerts.length === 0) return;
  const { rows } = await sql<Merged>`
    update search_alerts other
    set state = 'dropped', finished_at = ${now}
    from unnest(
      ${alerts.map(({ id }) => id)}::bigint[],
      ${alerts.map(({ clientId }) => clientId)}::integer[],
      ${alerts.map(({ channel }) => channel)}::text[],
      ${alerts.map(({ cadence }) => cadence)}::text[]
    ) as target (id, client_id, channel, cadence)
    where other.client_id = target.client_id
      and other.channel = target.channel
      and other.cadence = target.cadence
      and other.state = 'open'
      and other.finished_at is null
      and other.due_at <= ${now}
    returning other.id, other.more, target.id as into_id, other.channel`.execute(db);
  await moveInto(
    db,
    "email_alert_id",
    rows.filter(({ channel }) => channel === "email"),
  );
  await moveInto(
    db,
    "push_alert_id",
    rows.filter(({ channel }) => channel === "push"),
  );
}

async function moveInto(
  db: Db,
  column: "email_alert_id" | "push_alert_id",
  merged: readonly Merged[],
): Promise<void> {
  if (merged.length === 0) return;
  const from = merged.map(({ id }) => id);
  const into = merged.map(({ into_id }) => into_id);
  await sql`
    update search_events
    set ${sql.ref(column)} = moved.into_id
    from unnest(${from}::bigint[], ${into}::bigint[]) as moved (from_id, into_id)
    where ${sql.ref(column)} = moved.from_id
      and pending`.execute(db);
  await sql`
    update search_alerts
    set more = search_alerts.more + moved.more
    from (
      select into_id, sum(more)::integer as more
      from unnest(${into}::bigint[], ${merged.map(({ more }) => more)}::integer[]) as each (into_id, more)
      group by into_id
    ) moved
    where search_alerts.id = moved.into_id
      and moved.more > 0`.execute(db);
}

/**
 * The alerts stay open until later, for what is to be told meanwhile. Index: search_alerts_pkey. Expected: none as a rule.
 */
export async function postponeAlerts(db: Db, alerts: readonly { id: number; until: Date }[]): Promise<void> {
  if (alerts.length === 0) return;
  await sql`
    update search_alerts
    set due_at = postponed.until
    from unnest(
      ${alerts.map(({ id }) => id)}::bigint[],
      ${alerts.map(({ until }) => until)}::timestamptz[]
    ) as postponed (id, until)
    where search_alerts.id = postponed.id`.execute(db);
}
