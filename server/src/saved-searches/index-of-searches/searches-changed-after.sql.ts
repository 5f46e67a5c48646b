import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { IndexedSearch } from "./saved-search-index.ts";

/**
 * The searches that were saved or changed after a revision, in the order of their changes: each once, as it is now.
 *
 * Index: saved_searches_revision. Expected: none as a rule; all searches at a start, `limit` at a time.
 */
export async function searchesChangedAfter(
  db: Db,
  revision: number,
  limit: number,
): Promise<(IndexedSearch & { revision: number })[]> {
  const { rows } = await sql<IndexedSearch & { revision: number }>`
    select id, revision, client_id as "clientId", brokerage_id as "brokerageId", status, matching_after as "matchingAfter",
      given_filters as filters, criteria, frequency, channels, events
    from saved_searches
    where revision > ${revision}
    order by revision
    limit ${limit}`.execute(db);
  return rows;
}
