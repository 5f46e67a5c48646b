import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { OpenAlert } from "./alert-rows.sql.ts";

/** Alerts of a pass; the next pass takes the others. */
const MOST = 10_000;

/** Open pushes that are due. Index: search_alerts_due. Expected: some hundred at the hour at which alerts are due. */
export async function duePushes(db: Db, now: Date): Promise<Pick<OpenAlert, "id" | "clientId">[]> {
  const { rows } = await sql<Pick<OpenAlert, "id" | "clientId">>`
    select id, client_id as "clientId"
    from search_alerts
    where channel = 'push'
      and finished_at is null
      and due_at <= ${now}
      and state = 'open'
    order by due_at
    limit ${MOST}`.execute(db);
  return rows;
}

/** Open mails that were due before a time. Index: search_alerts_due. Expected: none, unless the mail server was away; once a day. */
export async function overdueMails(db: Db, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id
    from search_alerts
    where channel = 'email'
      and finished_at is null
      and due_at < ${before}
      and state = 'open'
    order by due_at
    limit ${MOST}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of some alerts that are open still. Index: search_alerts_pkey. */
export async function stillOpen(
  db: Db,
  ids: readonly number[],
): Promise<Pick<OpenAlert, "id" | "clientId" | "brokerageId" | "channel" | "dueAt">[]> {
  const { rows } = await sql<OpenAlert>`
    select id, client_id as "clientId", brokerage_id as "brokerageId", channel, due_at as "dueAt"
    from search_alerts
    where id = any(${ids}::bigint[])
      and state = 'open'
    order by id`.execute(db);
  return rows;
}
