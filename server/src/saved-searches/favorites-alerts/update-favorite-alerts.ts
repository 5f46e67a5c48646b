import { requireClient } from "../../favorites/index.ts";
import { lockPerson } from "../../leads/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { Recipient } from "../alerts/recipients.ts";
import { lockClient, reschedule } from "../alerts/reschedule.ts";
import type { FavoriteAlerts, UpdateFavoriteAlertsBody } from "../saved-searches.schemas.ts";
import { favoriteAlertsView } from "./favorite-alerts-view.ts";

/**
 * Changes how the client hears of their favorites; fields that are absent stay. Paused alerts become active (search.md, D50, D53).
 *
 * @throws AppError 401 for any token that is not valid at this brokerage.
 */
export async function updateFavoriteAlerts(
  ctx: TenantContext,
  { frequency, channels }: UpdateFavoriteAlertsBody,
): Promise<FavoriteAlerts> {
  const client = await requireClient(ctx);
  return inTransaction(ctx, async (ctx) => {
    await lockPerson(ctx, client);
    await requireClient(ctx);
    const recipient = await lockClient(ctx, client);
    const favorites: Recipient["favorites"] = {
      frequency: frequency ?? recipient.favorites.frequency,
      channels: channels ?? recipient.favorites.channels,
      status: "active",
    };
    await ctx.db
      .updateTable("alert_recipients")
      .set({
        favorites_frequency: favorites.frequency,
        favorites_channels: favorites.channels,
        favorites_status: favorites.status,
      })
      .where("client_id", "=", client.clientId)
      .execute();
    const changed = { ...recipient, favorites };
    await reschedule(ctx, changed);
    return favoriteAlertsView(ctx, changed);
  });
}
