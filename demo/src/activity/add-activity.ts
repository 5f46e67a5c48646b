import type { UsesBrokerages } from "../../../server/src/brokerages/index.ts";
import { listingLabels, type UsesListings } from "../../../server/src/listings/index.ts";
import type { UsesModels } from "../../../server/src/models/index.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import { FIRST_LISTING, listingIdOf } from "../generate-listings.ts";
import { addConversations } from "./add-conversations.ts";
import { addDrips } from "./add-drips.ts";
import { addRequests } from "./add-requests.ts";
import { addTours } from "./add-tours.ts";
import { addVisits } from "./add-visits.ts";
import type { Demo } from "./demo.ts";

const HOMES = 600;

/**
 * Adds what happens around the demo's leads: visits, calls, tours, letters, and requests to the brokerage, by the operations of the API.
 * Call it in the transaction that adds the leads, after them: it announces nothing.
 */
export async function addActivity(
  ctx: Context<UsesBrokerages & UsesListings & UsesModels>,
  of: Omit<Demo, "homes">,
): Promise<void> {
  const names = Array.from({ length: HOMES }, (_, nth) => listingIdOf(FIRST_LISTING + nth));
  const labels = [...(await listingLabels(ctx.db, names, null)).values()];
  const addressed = labels.filter(({ address, city }) => address !== null && city !== null);
  const homes = Map.groupBy(addressed, ({ city }) => city as string);
  const demo = {
    ...of,
    homes: new Map(
      [...homes].map(([city, found]) => [city, found.map(({ listing_id }) => listing_id).sort()]),
    ),
  };
  await addVisits(ctx, demo);
  await addConversations(ctx, demo);
  await addTours(ctx, demo);
  await addDrips(ctx, demo);
  await addRequests(ctx, demo);
}
