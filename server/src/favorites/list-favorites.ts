import type { Context, TenantContext } from "../platform/context.ts";
import type { FavoriteList } from "./favorites.schemas.ts";
import { requireClient } from "./tokens/require-client.ts";

/**
 * Lists the favorites of the client.
 *
 * @throws AppError 401 for any token that is not valid at this brokerage.
 */
export async function listFavorites(ctx: TenantContext): Promise<FavoriteList> {
  const { clientId } = await requireClient(ctx);
  return { favorites: await readFavorites(ctx, clientId) };
}

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
