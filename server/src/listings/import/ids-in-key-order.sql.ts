import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Ids as numbers between commas: one text instead of some thousand rows. `last` is the key of the last of them. */
export type IdsOfPage = { ids: string; last: string };

/**
 * The ids of the next listings of a source in the order of their keys, without removed ones; null after the last.
 *
 * Index: listings_source_id_listing_key_key. Expected: `limit` listings.
 *
 * @param after the last key of the previous page; "" for the first one.
 */
export async function idsInKeyOrder(
  db: Db,
  { sourceId, after, limit }: { sourceId: number; after: string; limit: number },
): Promise<IdsOfPage | null> {
  const { rows } = await sql<{ ids: string | null; last: string }>`
    select string_agg(id::text, ',') as ids, max(listing_key) as last
    from (
      select id, listing_key
      from listings
      where source_id = ${sourceId}
        and listing_key > ${after}
        and status <> 'Delete'
      order by listing_key
      limit ${limit}
    ) page`.execute(db);
  const [page] = rows;
  return page?.ids ? { ids: page.ids, last: page.last } : null;
}
