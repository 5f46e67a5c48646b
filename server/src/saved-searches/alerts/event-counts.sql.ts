import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * How many events wait for clients, counted up to `most`.
 *
 * Index: search_events_pending_client, of which at most `most` entries are read for each client. Expected: some hundred clients with
 * some dozen events.
 */
export function pendingCounts(
  db: Db,
  clientIds: readonly number[],
  most: number,
): Promise<Map<number, number>> {
  return counts(db, clientIds, { which: sql`pending`, most });
}

/** How many other events of clients are stored. Index: search_events_once, as above. */
export function keptCounts(db: Db, clientIds: readonly number[], most: number): Promise<Map<number, number>> {
  return counts(db, clientIds, { which: sql`not pending`, most });
}

async function counts(
  db: Db,
  clientIds: readonly number[],
  { which, most }: { which: RawBuilder<unknown>; most: number },
): Promise<Map<number, number>> {
  if (clientIds.length === 0) return new Map();
  const { rows } = await sql<{ client_id: number; count: number }>`
    select client_id, counted.count
    from unnest(${clientIds}::integer[]) as clients (client_id)
    cross join lateral (
      select count(*)::integer as count
      from (
        select from search_events
        where search_events.client_id = clients.client_id
          and ${which}
        limit ${most}
      ) found
    ) counted`.execute(db);
  return new Map(rows.map(({ client_id, count }) => [client_id, count]));
}
