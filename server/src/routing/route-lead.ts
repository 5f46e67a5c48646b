import type { Assignee } from "../agents/index.ts";
import type { LeadSettings } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";
import type { Candidate } from "./candidates.ts";
import { chooseAgent, type Request } from "./choose-agent.ts";

export type LeadToRoute = Request & { leadId: number };

/**
 * Decides who gets a lead, by the strategy of its brokerage, and keeps the decision with all who were considered. Call it
 * in the transaction that assigns the lead: the turn is held until its end, so that turns are taken one after another by
 * any number of processes.
 *
 * @returns null when nobody may get leads.
 */
export async function routeLead(ctx: Context, { leadId, ...request }: LeadToRoute): Promise<Assignee | null> {
  const { chosen, candidates, settings } = await chooseAgent(ctx, request);
  const { routing_strategy: strategy } = settings;
  await ctx.db
    .insertInto("routing_decisions")
    .values({
      lead_id: leadId,
      strategy,
      used_strategy: chosen?.by ?? strategy,
      agent_id: chosen?.agent.id ?? null,
      candidates: JSON.stringify(candidates.map(shown)),
      decided_at: ctx.clock.now(),
    })
    .execute();
  return chosen && assignee(chosen.agent, settings);
}

/**
 * Takes a turn without a lead, for a reply that must not tell whether a lead was routed: the agent who would have got one is
 * named, and their turn is over exactly as if they had. They get no lead and no mail, and no decision is kept.
 */
export async function takeTurnWithoutLead(ctx: Context, request: Request): Promise<Assignee | null> {
  const { chosen, settings } = await chooseAgent(ctx, request);
  return chosen && assignee(chosen.agent, settings);
}

/** As who gets the lead, with the brokerage's time zone where they have none of their own. */
function assignee({ id, name, email, phone, time_zone }: Candidate, settings: LeadSettings): Assignee {
  return { id, name, email, phone, time_zone: time_zone ?? settings.time_zone };
}

function shown({ id, name, eligible, reason }: Candidate) {
  return { agent_id: id, name, eligible, reason };
}
