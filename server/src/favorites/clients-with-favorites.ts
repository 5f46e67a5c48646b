import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

/**
 * The clients who have listings among their favorites, by their ids in the API; of these clients, where some are named.
 *
 * Index: client_favorites_listing. Expected: some dozens of rows for each listing.
 */
export async function clientsWithFavorites(
  db: Db,
  listingIds: readonly string[],
  clientIds: readonly number[] | null = null,
): Promise<{ listing_id: string; client_id: number }[]> {
  if (listingIds.length === 0) return [];
  const { rows } = await sql<{ listing_id: string; client_id: number }>`
    select listing_id, client_id
    from client_favorites
    where listing_id = any(${listingIds}::text[])
      and (${clientIds}::integer[] is null or client_id = any(${clientIds}::integer[]))
    order by client_id, listing_id`.execute(db);
  return rows;
}

/** Whether any client has favorites. Index: client_favorites_pkey, one entry. */
export async function haveFavorites(db: Db): Promise<boolean> {
  const favorite = await db.selectFrom("client_favorites").select("client_id").limit(1).executeTakeFirst();
  return favorite !== undefined;
}

/** Whether a client has favorites. Index: client_favorites_pkey, one entry. */
export async function clientHasFavorites(db: Db, clientId: number): Promise<boolean> {
  const favorite = await db
    .selectFrom("client_favorites")
    .select("client_id")
    .where("client_id", "=", clientId)
    .limit(1)
    .executeTakeFirst();
  return favorite !== undefined;
}
