import { requireClient } from "../../favorites/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { recipientOf } from "../alerts/recipients.ts";
import type { FavoriteAlerts } from "../saved-searches.schemas.ts";
import { favoriteAlertsView } from "./favorite-alerts-view.ts";

/**
 * How the client hears of price drops and changes of status of their favorites: at once, unless they have chosen otherwise (search.md,
 * D53).
 *
 * @throws AppError 401 for any token that is not valid at this brokerage.
 */
export async function getFavoriteAlerts(ctx: TenantContext): Promise<FavoriteAlerts> {
  return favoriteAlertsView(ctx, await recipientOf(ctx.db, await requireClient(ctx)));
}
