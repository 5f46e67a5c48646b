import type { TenantContext } from "../platform/context.ts";
import type { Done, FavoriteParams } from "./favorites.schemas.ts";
import { requireClient } from "./tokens/require-client.ts";

/**
 * Removes a listing from the client's favorites. Removing one that is not there succeeds, so that retries and second
 * devices do not fail.
 *
 * @throws AppError 401 for any token that is not valid at this brokerage.
 */
export async function deleteFavorite(
  ctx: TenantContext,
  { listing_id: listingId }: FavoriteParams,
): Promise<Done> {
  const { clientId } = await requireClient(ctx);
  await ctx.db
    .deleteFrom("client_favorites")
    .where("client_id", "=", clientId)
    .where("listing_id", "=", listingId)
    .execute();
  return { success: true, message: "Favorite removed" };
}
