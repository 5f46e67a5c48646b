import { suggestableAgents } from "../../agents/index.ts";
import { builtinTextModel } from "../../models/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { rankAgents } from "../matching/rank-agents.ts";
import { toWishes } from "../matching/to-wishes.ts";
import { readiness } from "../preferences/flat.ts";
import type { UsesVisitors } from "../services.ts";
import { preferencesOfSession, requireSession } from "../sessions/session-row.ts";
import type { SuggestedAgents, SuggestedAgentsQuery } from "../visitors.schemas.ts";

/**
 * Ranks the agents who currently take leads by how well they match the visitor's preferences.
 *
 * @throws AppError 400 while too little is known about the visitor's preferences; 404 without a session.
 */
export async function listSuggestedAgents(
  ctx: TenantContext<UsesVisitors>,
  { limit }: SuggestedAgentsQuery,
): Promise<SuggestedAgents> {
  const session = await requireSession(ctx);
  const preferences = preferencesOfSession(session);
  if (!readiness(preferences, session.properties_viewed).ready)
    throw new AppError("bad_request", "Preferences are not ready: insufficient confidence");
  const agents = await suggestableAgents(ctx, ctx.tenant.brokerageId);
  const ranked = await rankAgents(
    builtinTextModel,
    {
      wishes: toWishes(preferences),
      negative: preferences.negative,
      notes: session.notes,
      places: ctx.listings.index.placeNames(ctx.tenant.sourceIds),
    },
    agents,
    limit,
  );
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  return {
    agents: ranked.map(({ id, ...match }) => {
      const { name, email, photo_url } = byId.get(id) as (typeof agents)[number];
      return { id: String(id), name, email, photo_url, ...match };
    }),
  };
}
