import { warmLeadsOfClient } from "../engagement/index.ts";
import { lockPerson } from "../leads/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { favoriteOrigin } from "../visitors/index.ts";
import { type FavoriteList, MOST_KEPT, type SyncFavoritesBody } from "./favorites.schemas.ts";
import { mergeFavorites } from "./merge-favorites.sql.ts";
import { ownerOfToken, requireClient } from "./tokens/require-client.ts";

/**
 * Adds what a device has to the favorites of the client whose token was sent, and answers both together. What is new is a
 * sign of interest to the leads of the client's email, once for each listing.
 *
 * @throws AppError 401 for any token that is not a good one of this brokerage; 422 when they would be more than 5,000.
 */
export async function syncFavorites(
  ctx: TenantContext,
  { favorites }: SyncFavoritesBody,
): Promise<FavoriteList> {
  return inTransaction(ctx, async (ctx) => {
    // Before any row, as an erasure of the same person does: it may have come first.
    await lockPerson(ctx.db, await ownerOfToken(ctx));
    const { brokerageId, clientId } = await requireClient(ctx);
    const now = ctx.clock.now();
    const merged = await mergeFavorites(ctx.db, { clientId, favorites, now });
    if (merged.length > MOST_KEPT) throw tooMany();
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
