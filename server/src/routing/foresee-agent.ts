import { type Assignee, routableAgents } from "../agents/index.ts";
import type { Context } from "../context.ts";
import { leadSettings } from "../lead-settings/index.ts";
import { judge } from "./candidates.ts";
import type { LeadToRoute } from "./route-lead.ts";
import { inTurn } from "./strategies/least-recently-assigned.ts";

/**
 * Who would get a lead that is routed now, or nearly so: it takes no turn, notes no decision, and goes by the visitor's choice,
 * the primary agent and the order of turns alone. For replies that must not tell whether a lead was routed.
 */
export async function foreseeAgent(
  ctx: Context,
  { brokerageId, chosenAgentId = null }: Omit<LeadToRoute, "leadId">,
): Promise<Assignee | null> {
  const settings = await leadSettings(ctx.db, brokerageId);
  const { routing_strategy: strategy, primary_agent_id: primary } = settings;
  const candidates = judge(await routableAgents(ctx.db, brokerageId), { strategy, except: [] });
  const eligible = inTurn(candidates.filter((each) => each.eligible)).map(({ agent }) => agent);
  const agent =
    eligible.find(({ id }) => id === chosenAgentId) ??
    (strategy === "primary_agent" ? eligible.find(({ id }) => id === primary) : undefined) ??
    eligible[0];
  if (!agent) return null;
  const { id, name, email, phone, time_zone } = agent;
  return { id, name, email, phone, time_zone: time_zone ?? settings.time_zone };
}
