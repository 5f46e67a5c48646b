import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Events of a client that wait for no alert: of them `since` and `new_count` know what is new. The newest are kept. */
export const MAX_KEPT = 2000;

/**
 * Deletes the oldest events of clients beyond those that are kept.
 *
 * Index: search_events_once, all entries of these clients. Expected: no client as a rule.
 */
export async function deleteSurplusEvents(db: Db, clientIds: readonly number[]): Promise<void> {
  if (clientIds.length === 0) return;
  await sql`
    delete from search_events
    where id in (
      select id
      from (
        select id, row_number() over (partition by client_id order by occurred_at desc, id desc) as nth
        from search_events
        where not pending
          and client_id = any(${clientIds}::integer[])
      ) kept
      where nth > ${MAX_KEPT}
    )`.execute(db);
}

/** Clients with more events than are kept. Index: search_events_once, once over all. Expected: none as a rule; once a day. */
export async function clientsWithSurplus(db: Db): Promise<number[]> {
  const { rows } = await sql<{ client_id: number }>`
    select client_id
    from search_events
    where not pending
    group by client_id
    having count(*) > ${MAX_KEPT}`.execute(db);
  return rows.map(({ client_id }) => client_id);
}
