import type { TenantContext } from "../platform/context.ts";
import type { FavoriteList } from "./favorites.schemas.ts";
import { favoritesOf } from "./favorites-of.ts";
import { requireClient } from "./tokens/require-client.ts";

/**
 * The favorites of the client whose token was sent.
 *
 * @throws AppError 401 for any token that is not a good one of this brokerage.
 */
export async function listFavorites(ctx: TenantContext): Promise<FavoriteList> {
  const { clientId } = await requireClient(ctx);
  return { favorites: await favoritesOf(ctx, clientId) };
}
