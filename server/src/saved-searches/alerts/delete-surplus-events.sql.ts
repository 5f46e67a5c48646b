import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Deletes the oldest events that do not wait of clients who have more than `most`.
 *
 * Index: search_events_client_id_listing_id_revision_key, once over all. Expected: none as a rule; once a day.
 */
export async function deleteSurplusEvents(db: Db, most: number): Promise<void> {
  await sql`
    delete from search_events
    where id in (
      select id
      from (
        select id, row_number() over (partition by client_id order by occurred_at desc, id desc) as nth
        from search_events
        where not pending
          and client_id in (
            select client_id
            from search_events
            where not pending
            group by client_id
            having count(*) > ${most}
          )
      ) kept
      where nth > ${most}
    )`.execute(db);
}
