import type { UsesBrokerages } from "../brokerages/index.ts";
import { visibleLead } from "../leads/index.ts";
import { listingLabels, type UsesListings } from "../listings/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { eventsOfPerson } from "../visitors/index.ts";
import { groupVisits } from "./group-visits.ts";
import { tenantOfLead } from "./tenant-of-lead.ts";
import type { LeadParams, LeadVisits } from "./visits.schemas.ts";

const MAX_EVENTS = 2000;
const MAX_VISITS = 100;

/**
 * What a lead did on the website, from their newest 2,000 events: the sessions that became the lead, and those of the client with its
 * email. The words of searches are left out, because they can name protected classes.
 *
 * @throws AppError 404 `Lead not found`.
 */
export async function listLeadVisits(
  ctx: ActorContext<UsesListings & UsesBrokerages>,
  { lead_id }: LeadParams,
): Promise<LeadVisits> {
  const { brokerage_id: brokerageId, email } = await visibleLead(ctx, lead_id);
  const events = await eventsOfPerson(ctx, { brokerageId, email, leadIds: [lead_id] }, MAX_EVENTS);
  const visits = groupVisits(events).slice(0, MAX_VISITS);
  const ids = new Set(visits.flatMap(({ homes }) => homes.map(({ listing_id }) => listing_id)));
  const { tenant } = await tenantOfLead(ctx, brokerageId);
  const labels = await listingLabels(ctx.db, [...ids], tenant.sourceIds);
  const unknown = { address: null, city: null, list_price: null };
  return {
    items: visits.map((visit) => ({
      ...visit,
      homes: visit.homes.map((home) => ({ ...unknown, ...labels.get(home.listing_id), ...home })),
    })),
  };
}
