import type { TenantContext } from "../platform/context.ts";
import type { Done, FavoriteParams } from "./favorites.schemas.ts";
import { requireClient } from "./tokens/require-client.ts";

/**
 * Removes a listing from the favorites of the client whose token was sent. One that is not among them is no error: a browser
 * that sends it again, or a second device, has what it wants.
 *
 * @throws AppError 401 for any token that is not a good one of this brokerage.
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
