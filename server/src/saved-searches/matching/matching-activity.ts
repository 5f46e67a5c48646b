import { sql } from "kysely";
import { haveFavorites } from "../../favorites/index.ts";
import type { Db } from "../../platform/database/database.ts";

/** `listingsThrough`: listings up to this id existed when the matching began; null: nothing is matched. */
export type Activity = { listingsThrough: number | null; started: boolean };

/** The triggers of searches and favorites begin the matching (migrations/0069-saved-searches.sql). */
export async function readActivity(db: Db): Promise<Activity> {
  const row = await db
    .selectFrom("alert_matching")
    .select(["listings_through", "started"])
    .executeTakeFirstOrThrow();
  return { listingsThrough: row.listings_through, started: row.started };
}

/** Whether any search or favorite is there. Index: saved_searches_pkey, client_favorites_pkey, one entry of each. */
export async function hasSearches(db: Db): Promise<boolean> {
  const search = await db.selectFrom("saved_searches").select("id").limit(1).executeTakeFirst();
  return search !== undefined || (await haveFavorites(db));
}

/** Notes that the change log is read from its beginning, and forgets what an earlier matching has stored. */
export async function startMatching(db: Db): Promise<void> {
  await db.deleteFrom("listing_states").execute();
  await db.updateTable("alert_matching").set({ started: true }).execute();
}

/**
 * Ends the matching once the last search and favorite are gone, with all that is stored of listings. A search that is being saved
 * meanwhile holds the row, and is found here.
 *
 * @returns whether it has ended.
 */
export async function endMatching(db: Db): Promise<boolean> {
  await sql`select from alert_matching for update`.execute(db);
  if (await hasSearches(db)) return false;
  await db.updateTable("alert_matching").set({ listings_through: null, started: false }).execute();
  await db.deleteFrom("listing_states").execute();
  return true;
}
