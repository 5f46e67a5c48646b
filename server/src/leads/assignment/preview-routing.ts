import { publicAgentId } from "../../agents/index.ts";
import { isEnabledBrokerage, type UsesBrokerages } from "../../brokerages/index.ts";
import { publicListing } from "../../listings/index.ts";
import type { ActorContext, Tenant } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { canSee } from "../../platform/http/permissions.ts";
import { previewChoice } from "../../routing/index.ts";
import type { MatchCriteria } from "../../visitors/index.ts";
import { lockOpenLead } from "../intake/find-or-receive-lead.ts";
import { earlierLeads } from "../intake/registration/earlier-leads.sql.ts";
import { recentAgent } from "../intake/registration/recent-agent.ts";
import { visibleLead } from "../lead-scope.ts";
import { previousAgents } from "./previous-agents.ts";
import type { PreviewRoutingBody, RoutingPreview } from "./routing.schemas.ts";

type PreviewContext = ActorContext<UsesBrokerages>;

/**
 * Previews whom a lead would be routed to, and why. A new lead goes through what its intake asks before routing: tours join the open lead of
 * their email, registrations keep the agent of a lead of their email within a day.
 *
 * @throws AppError 404 `Lead not found`, `Brokerage not found` or `Property not found`; 422 for an `agent_slug` of no agent of the
 * website, or for fields beside `lead_id`.
 */
export async function previewRouting(
  ctx: PreviewContext,
  input: PreviewRoutingBody,
): Promise<RoutingPreview> {
  if (input.lead_id !== undefined) return previewKnownLead(ctx, input.lead_id, input);
  const tenant = await tenantOf(ctx, input.brokerage_id);
  const { brokerageId } = tenant;
  const [chosenAgentId, preferences] = await Promise.all([
    chosenAgent(ctx, tenant, input.agent_slug),
    statedPlace(ctx, tenant, input),
  ]);
  const choice = await previewChoice(ctx, { brokerageId, chosenAgentId, preferences });
  const kept =
    input.email === undefined ? null : await keptAgent(ctx, brokerageId, input.email, input.intake);
  if (kept) return { ...choice, brokerage_id: brokerageId, ...kept, used_strategy: null };
  return { ...choice, brokerage_id: brokerageId, reason: choice.agent_id === null ? "no_agent" : "routed" };
}

async function previewKnownLead(
  ctx: PreviewContext,
  leadId: number,
  input: PreviewRoutingBody,
): Promise<RoutingPreview> {
  const other = Object.keys(input).find((name) => name !== "lead_id");
  if (other !== undefined) throw invalid(other, `${other} must be left out beside lead_id`);
  const lead = await visibleLead(ctx, leadId);
  const { brokerage_id } = lead;
  if (!(await isEnabledBrokerage(ctx.db, brokerage_id)))
    throw new AppError("not_found", "Brokerage not found");
  const except = lead.assigned_agent_id === null ? [] : await previousAgents(ctx, lead);
  const choice = await previewChoice(ctx, { brokerageId: brokerage_id, except });
  return { ...choice, brokerage_id, reason: choice.agent_id === null ? "no_agent" : "routed" };
}

async function tenantOf(ctx: PreviewContext, named: number | undefined): Promise<Tenant> {
  const brokerageId = named ?? ctx.actor.brokerageId;
  if (brokerageId === null) throw new AppError("bad_request", "No brokerage context - name a brokerage_id");
  if (!canSee(ctx.actor, brokerageId)) throw new AppError("not_found", "Brokerage not found");
  return ctx.brokerages.tenants.byId(brokerageId);
}

async function chosenAgent(
  ctx: PreviewContext,
  tenant: Tenant,
  slug: string | undefined,
): Promise<number | null> {
  if (slug === undefined) return null;
  const id = await publicAgentId({ db: ctx.db, tenant }, slug);
  if (id === null) throw invalid("agent_slug", "agent_slug must be the slug of an agent of this brokerage");
  return id;
}

/** The cities as preferences that the visitor has stated; null without any. */
async function statedPlace(
  ctx: PreviewContext,
  tenant: Tenant,
  { listing_id, city }: PreviewRoutingBody,
): Promise<MatchCriteria | null> {
  const listing = listing_id === undefined ? null : await publicListing(ctx.db, listing_id, tenant.sourceIds);
  if (listing === undefined) throw new AppError("not_found", "Property not found");
  const cities = new Set([city, listing?.city].filter((name) => typeof name === "string"));
  if (cities.size === 0) return null;
  return {
    wishes: [...cities].map((name) => ({ type: "locations", key: name, label: name, confidence: 100 })),
    negative: [],
    notes: null,
  };
}

type Kept = Pick<RoutingPreview, "agent_id" | "reason">;

/** The agent whom an earlier lead of the email keeps. In a transaction, because they are found under locks. */
function keptAgent(
  ctx: PreviewContext,
  brokerageId: number,
  email: string,
  intake: PreviewRoutingBody["intake"],
): Promise<Kept | null> {
  return inTransaction(ctx, async (ctx) => {
    if (intake === "tour") {
      const lead = await lockOpenLead(ctx.db, { brokerageId, email });
      return lead ? { agent_id: lead.assigned_agent_id, reason: "open_lead_of_same_email" as const } : null;
    }
    if (intake !== "registration") return null;
    const [earlier = []] = await earlierLeads(ctx.db, [{ brokerageId, email: email.toLowerCase() }]);
    const agent = await recentAgent(ctx, brokerageId, earlier);
    return agent && { agent_id: agent.id, reason: "same_email_within_a_day" as const };
  });
}

function invalid(field: string, msg: string): AppError {
  return new AppError("invalid", [{ loc: ["body", field], msg, type: "value_error" }]);
}
