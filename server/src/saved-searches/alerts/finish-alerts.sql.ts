import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { keepClients } from "../../visitors/index.ts";

/**
 * Ends alerts, in a transaction; their events wait no more, unless an alert of the other channel is still to tell them. The recipients
 * are locked: a mail and a push that end at once would each take the other for open. Their client records come before, as in
 * `lockRecipients` and in an erasure: in another order one of two transactions would be ended as a deadlock.
 *
 * Index: search_alerts_pkey, clients_pkey, alert_recipients_pkey, search_events_email_alert, search_events_push_alert. Expected: some
 * dozen rows for each alert.
 */
export async function finishAlerts(
  db: Db,
  { ids, state, at }: { ids: readonly number[]; state: "sent" | "dropped"; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ client_id: number }>`
    select distinct client_id
    from search_alerts
    where id = any(${ids}::bigint[])`.execute(db);
  const clientIds = await keepClients(
    db,
    rows.map(({ client_id }) => client_id),
  );
  await sql`
    select from alert_recipients
    where client_id = any(${clientIds}::integer[])
    order by client_id
    for update`.execute(db);
  await sql`
    update search_alerts
    set state = ${state}, finished_at = ${at}
    where id = any(${ids}::bigint[])
      and finished_at is null`.execute(db);
  await sql`
    update search_events
    set pending = exists (
      select from search_alerts
      where search_alerts.id in (email_alert_id, push_alert_id)
        and search_alerts.finished_at is null
    )
    where pending
      and (email_alert_id = any(${ids}::bigint[]) or push_alert_id = any(${ids}::bigint[]))`.execute(db);
}
