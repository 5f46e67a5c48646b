import type { Context } from "../platform/context.ts";

/** Reads a client's favorites, latest first; those of one request are sorted by id. */
export async function readFavorites({ db }: Context, clientId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("client_favorites")
    .select("listing_id")
    .where("client_id", "=", clientId)
    .orderBy("created_at", "desc")
    .orderBy("listing_id")
    .execute();
  return rows.map(({ listing_id }) => listing_id);
}
