import type { UsesBrokerages } from "../../brokerages/index.ts";
import { tenantOfLead } from "../../engagement/index.ts";
import { visibleLead } from "../../leads/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { envelope, rowsOf } from "../../platform/http/list-envelope.ts";
import { findClientId } from "../../visitors/index.ts";
import type { SavedSearchList, SearchesQuery } from "../saved-searches.schemas.ts";
import { searchesOfClient } from "../searches/saved-search-row.ts";
import { viewsOf } from "../searches/search-view.ts";

/**
 * What a lead looks for: the searches of the client with the lead's email, no matter who saved them, newest first (search.md, D52). What
 * their queries say of protected classes is left out.
 *
 * @throws AppError 404 `Lead not found`.
 */
export async function listLeadSearches(
  ctx: ActorContext<UsesListings & UsesBrokerages>,
  { lead_id, ...page }: { lead_id: number } & SearchesQuery,
): Promise<SavedSearchList> {
  const lead = await visibleLead(ctx, lead_id);
  const person = { brokerageId: lead.brokerage_id, email: lead.email };
  const clientId = lead.email === "" ? null : await findClientId(ctx, person);
  if (clientId === null) return envelope([], 0, page);
  const rows = await searchesOfClient(ctx.db, clientId);
  const { offset, limit } = rowsOf(page);
  const tenant = await tenantOfLead(ctx, lead.brokerage_id);
  const views = await viewsOf(tenant, clientId, rows.slice(offset, offset + limit), { forStaff: true });
  return envelope(views, rows.length, page);
}
