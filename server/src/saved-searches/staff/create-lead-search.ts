import { agentCard } from "../../agents/index.ts";
import { recordChange } from "../../audit/index.ts";
import type { UsesBrokerages } from "../../brokerages/index.ts";
import { tenantOfLead } from "../../engagement/index.ts";
import { lockLead, lockPerson, visibleLead } from "../../leads/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { UsesModels } from "../../models/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { UsesSearch } from "../../search/index.ts";
import { ensureClient } from "../../visitors/index.ts";
import { lockClient } from "../alerts/reschedule.ts";
import { setTimeZone } from "../alerts/time-zones.ts";
import type { CreateLeadSearchBody, SavedSearch } from "../saved-searches.schemas.ts";
import { readDefinition } from "../searches/read-definition.ts";
import { viewsOf } from "../searches/search-view.ts";
import { storeSearch } from "../searches/store-search.ts";

/**
 * Saves a search for a lead. It needs no confirmation; the first mail says who has made it (search.md, D52).
 *
 * @throws AppError 404 `Lead not found`; 409 for a lead without an email, and for the 51st search; 422 as `readDefinition`.
 */
export async function createLeadSearch(
  ctx: ActorContext<UsesListings & UsesBrokerages & UsesModels & UsesSearch>,
  {
    lead_id,
    time_zone: timeZone,
    name,
    filters = {},
    query = null,
    ...wish
  }: { lead_id: number } & CreateLeadSearchBody,
): Promise<SavedSearch> {
  const lead = await visibleLead(ctx, lead_id);
  if (lead.email === "") throw new AppError("conflict", "Cannot save a search: the lead has no email");
  const definition = await readDefinition(await tenantOfLead(ctx, lead.brokerage_id), { filters, query });
  return inTransaction(ctx, async (ctx) => {
    const { brokerage_id: brokerageId } = lead;
    const person = { brokerageId, email: lead.email };
    await lockPerson(ctx, person);
    const clientId = await ensureClient(ctx, person);
    // Before the lead, to which alerts of the client belong.
    await lockClient(ctx, { brokerageId, clientId });
    const { email } = await lockLead(ctx, lead_id);
    if (email !== lead.email)
      throw new AppError("conflict", "Cannot save a search: the lead's email has just changed");
    const search = { name: name || null, definition, ...wish };
    const row = await storeSearch(ctx, { brokerageId, clientId }, search, await nameOf(ctx, brokerageId));
    if (timeZone !== undefined) await setTimeZone(ctx, { brokerageId, clientId }, timeZone);
    await recordChange(ctx, {
      action: "create",
      targetType: "saved_search",
      targetId: row.id,
      brokerageId,
      after: { lead_id, frequency: row.frequency, channels: row.channels, events: row.events },
    });
    const [view] = await viewsOf(await tenantOfLead(ctx, brokerageId), clientId, [row], { forStaff: true });
    return view as SavedSearch;
  });
}

/** As clients know them: an agent's name rather than that of a key. */
async function nameOf({ db, actor }: ActorContext, brokerageId: number): Promise<string> {
  const agent = actor.agentId === null ? null : await agentCard(db, { brokerageId, agentId: actor.agentId });
  return agent?.name ?? actor.name;
}
