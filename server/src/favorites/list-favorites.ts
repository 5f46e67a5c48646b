import type { TenantContext } from "../platform/context.ts";
import type { FavoriteList } from "./favorites.schemas.ts";
import { readFavorites } from "./favorites-of.ts";
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
