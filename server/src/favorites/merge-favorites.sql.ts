import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

export type MergedFavorite = { listing_id: string; is_new: boolean };

/**
 * Adds ids to a client's favorites and reads all of them, in one statement: the select does not see the rows of the
 * insert beside it, so the two halves do not overlap. The transaction must hold the person's lock (`lockPerson`), so
 * that no other request adds favorites.
 *
 * Index: client_favorites_pkey, for both halves. Expected: at most MAX_FAVORITES rows. Rejected: reading first and
 * inserting what is missing, which takes two statements.
 */
export async function mergeFavorites(
  db: Db,
  { clientId, favorites, now }: { clientId: number; favorites: readonly string[]; now: Date },
): Promise<MergedFavorite[]> {
  const { rows } = await sql<MergedFavorite>`
    with added as (
      insert into client_favorites (client_id, listing_id, created_at)
      select ${clientId}, listing_id, ${now}
      from unnest(${favorites}::text[]) as listing_id
      on conflict do nothing
      returning listing_id, created_at
    )
    select listing_id, is_new
    from (
      select listing_id, created_at, true as is_new from added
      union all
      select listing_id, created_at, false from client_favorites where client_id = ${clientId}
    ) as merged
    order by created_at desc, listing_id`.execute(db);
  return rows;
}
