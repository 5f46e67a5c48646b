import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";

type Counts = Record<"searches" | "paused" | "events_pending" | "alerts_open" | "alerts_due", number>;

/** Numbers for `/metrics`. Index: search_events_pending_client, search_alerts_due. Expected: one row, a scan of all searches. */
export async function alertGauges({
  db,
  clock,
}: Pick<Context, "db" | "clock">): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<Counts>`
    select
      (select count(*)::integer from saved_searches) as searches,
      (select count(*)::integer from saved_searches where status = 'paused') as paused,
      (select count(*)::integer from search_events where pending) as events_pending,
      (select count(*)::integer from search_alerts where finished_at is null) as alerts_open,
      (
        select count(*)::integer
        from search_alerts
        where finished_at is null
          and due_at <= ${clock.now()}
      ) as alerts_due`.execute(db);
  return new Map(Object.entries(rows[0] ?? {}));
}
