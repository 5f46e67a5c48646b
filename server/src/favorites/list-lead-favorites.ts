import type { UsesBrokerages } from "../brokerages/index.ts";
import { tenantOfLead } from "../engagement/index.ts";
import { visibleLead } from "../leads/index.ts";
import { listingLabels, type UsesListings } from "../listings/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { findClientId } from "../visitors/index.ts";
import type { LeadFavorites } from "./favorites.schemas.ts";
import { readFavorites } from "./list-favorites.ts";

const SHOWN = 200;

/**
 * The favorites of the client with a lead's email, latest first; none without a client. Listings that the brokerage does not show any
 * more have their id alone.
 *
 * @throws AppError 404 `Lead not found`.
 */
export async function listLeadFavorites(
  ctx: ActorContext<UsesListings & UsesBrokerages>,
  { lead_id }: { lead_id: number },
): Promise<LeadFavorites> {
  const { brokerage_id: brokerageId, email } = await visibleLead(ctx, lead_id);
  const clientId = email === "" ? null : await findClientId(ctx, { brokerageId, email });
  const ids = clientId === null ? [] : await readFavorites(ctx, clientId);
  const shown = ids.slice(0, SHOWN);
  const { tenant } = await tenantOfLead(ctx, brokerageId);
  const labels = await listingLabels(ctx.db, shown, tenant.sourceIds);
  return {
    total: ids.length,
    items: shown.map(
      (listing_id) => labels.get(listing_id) ?? { listing_id, address: null, city: null, list_price: null },
    ),
  };
}
