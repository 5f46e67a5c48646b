import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

/**
 * The feeds with a run to carry out: one that is due, or one that was requested or left behind, also of a disabled feed.
 *
 * Index: feed_runs_one_at_a_time. Expected: a handful of rows, of a few dozen feeds.
 */
export async function feedsToRun(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id
    from feeds
    where (enabled and next_run_at <= ${now})
      or id in (select feed_id from feed_runs where state = 'running')
    order by next_run_at nulls first`.execute(db);
  return rows.map(({ id }) => id);
}
