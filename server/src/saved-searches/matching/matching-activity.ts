import { haveFavorites } from "../../favorites/index.ts";
import type { Db } from "../../platform/database/database.ts";

/** Listings up to this id were there before alerts were: their first change that is read is none. */
export async function listingsBeforeAlerts(db: Db): Promise<number> {
  const { listings_through } = await db
    .selectFrom("alert_matching")
    .select("listings_through")
    .executeTakeFirstOrThrow();
  return listings_through;
}

/** Whether any search or favorite is there. Index: saved_searches_pkey, client_favorites_pkey, one entry of each. */
export async function haveFollowers(db: Db): Promise<boolean> {
  const search = await db.selectFrom("saved_searches").select("id").limit(1).executeTakeFirst();
  return search !== undefined || (await haveFavorites(db));
}
