import { warmLeadsOfClient } from "../engagement/index.ts";
import { lockPerson } from "../leads/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { favoriteOrigin } from "../visitors/index.ts";
import { type FavoriteList, MAX_FAVORITES, type SyncFavoritesBody } from "./favorites.schemas.ts";
import { mergeFavorites } from "./merge-favorites.sql.ts";
import { requireClient, requireTokenOwner } from "./tokens/require-client.ts";

/**
 * Merges a device's favorites into the client's, and returns the result. Each new listing is a signal for the leads
 * with the client's email, once per listing.
 *
 * @throws AppError 401 for any token that is not valid at this brokerage; 422 when there would be more than 5,000.
 */
export async function syncFavorites(
  ctx: TenantContext,
  { favorites }: SyncFavoritesBody,
): Promise<FavoriteList> {
  return inTransaction(ctx, async (ctx) => {
    // Taken before any row lock, as in an erasure of the same person, which may have finished first.
    await lockPerson(ctx, await requireTokenOwner(ctx));
    const { brokerageId, clientId } = await requireClient(ctx);
    const now = ctx.clock.now();
    const merged = await mergeFavorites(ctx.db, { clientId, favorites, now });
    if (merged.length > MAX_FAVORITES) throw tooMany();
    const signals = merged
      .filter(({ is_new }) => is_new)
      .map(({ listing_id }) => ({
        kind: "favorite" as const,
        occurredAt: now,
        origin: favoriteOrigin(listing_id),
      }));
    if (signals.length > 0) await warmLeadsOfClient(ctx, { brokerageId, clientId }, signals);
    return { favorites: merged.map(({ listing_id }) => listing_id) };
  });
}

function tooMany(): AppError {
  const msg = "favorites would be more than 5,000 with those that are kept; remove some first";
  return new AppError("invalid", [{ loc: ["body", "favorites"], msg, type: "too_long" }]);
}
