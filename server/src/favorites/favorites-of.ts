import type { Context } from "../platform/context.ts";

/** A client's favorites: the latest added first, of one request in the order of their letters. */
export async function favoritesOf({ db }: Context, clientId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("client_favorites")
    .select("listing_id")
    .where("client_id", "=", clientId)
    .orderBy("created_at", "desc")
    .orderBy("listing_id")
    .execute();
  return rows.map(({ listing_id }) => listing_id);
}
