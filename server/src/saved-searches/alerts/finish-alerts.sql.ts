import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Ends alerts, in a transaction; their events wait no more, unless an alert of the other channel is still to tell them. The clients are
 * locked: a mail and a push that end at once would each take the other for open.
 *
 * Index: search_alerts_pkey, alert_recipients_pkey, search_events_email_alert, search_events_push_alert. Expected: some dozen rows for
 * each alert.
 */
export async function finishAlerts(
  db: Db,
  { ids, state, at }: { ids: readonly number[]; state: "sent" | "dropped"; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    select from alert_recipients
    where client_id in (select client_id from search_alerts where id = any(${ids}::bigint[]))
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
