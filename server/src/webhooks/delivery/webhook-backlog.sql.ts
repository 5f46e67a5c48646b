import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type WebhookBacklog = {
  due: number;
  seconds: number;
  active: number;
  failing: number;
  disabled: number;
};

/** Deliveries that should have been tried by now, and webhooks by state. Index: webhook_deliveries_due. Expected: one row. */
export async function webhookBacklog(db: Db, now: Date): Promise<WebhookBacklog> {
  const { rows } = await sql<WebhookBacklog>`
    with due as (
      select count(*)::int as due,
        coalesce(extract(epoch from ${now}::timestamptz - min(next_attempt_at)), 0)::float as seconds
      from webhook_deliveries
      join webhook_endpoints on webhook_endpoints.id = endpoint_id
      where webhook_deliveries.status = 'pending'
        and webhook_endpoints.status = 'active'
        and next_attempt_at <= ${now}
    ), endpoints as (
      select
        (count(*) filter (where status = 'active' and failing_since is null))::int as active,
        (count(*) filter (where status = 'active' and failing_since is not null))::int as failing,
        (count(*) filter (where status = 'disabled'))::int as disabled
      from webhook_endpoints
    )
    select due, seconds, active, failing, disabled from due, endpoints`.execute(db);
  return rows[0] as WebhookBacklog;
}
