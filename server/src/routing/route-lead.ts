import { type Assignee, claimForLead, routableAgents } from "../agents/index.ts";
import type { Context } from "../context.ts";
import { type LeadSettings, leadSettings } from "../lead-settings/index.ts";
import type { Wanted } from "../visitors/index.ts";
import { type Candidate, judge } from "./candidates.ts";
import { strategies } from "./strategies/strategies.ts";
import type { Occasion, Ranked } from "./strategies/strategy.ts";
import { takeTurn } from "./take-turn.ts";

export type LeadToRoute = {
  brokerageId: number;
  leadId: number;
  /** What the visitor is looking for, where that is certain enough. */
  preferences?: Wanted | null;
  /** Whom the visitor has chosen: they get it, whoever's turn it is, if they may get leads. */
  chosenAgentId?: number | null;
  /** Agents who are not to get it: who had it before. */
  except?: readonly number[];
};

/**
 * Decides who gets a lead, by the strategy of its brokerage, and keeps the decision with all who were considered. Call it
 * in the transaction that assigns the lead: the turn is held until its end, so that turns are taken one after another by
 * any number of processes.
 *
 * @returns null when nobody may get leads.
 */
export async function routeLead(ctx: Context, lead: LeadToRoute): Promise<Assignee | null> {
  const { brokerageId, leadId, preferences = null, chosenAgentId = null, except = [] } = lead;
  const settings = await leadSettings(ctx.db, brokerageId);
  await takeTurn(ctx.db, brokerageId);
  const { routing_strategy: strategy } = settings;
  const candidates = judge(await routableAgents(ctx.db, brokerageId), { strategy, except });
  const eligible = candidates.filter((each) => each.eligible);
  const chosen =
    eligible.length === 0
      ? null
      : await choose({ ctx, brokerageId, settings, preferences, eligible }, chosenAgentId);
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

/** The best who takes it. Somebody may have gone on vacation this moment: then the next one gets it. */
async function choose(occasion: Occasion, chosenAgentId: number | null): Promise<Ranked | null> {
  const { ctx, settings } = occasion;
  const { rank, taken } = strategies[settings.routing_strategy];
  const leastWeight = settings.routing_strategy === "weighted" ? 1 : 0;
  const chosen = occasion.eligible.filter(({ id }) => id === chosenAgentId);
  const byChoice = chosen.map((agent) => ({ agent, by: "visitor_choice" as const }));
  for (const ranked of [...byChoice, ...(await rank(occasion))]) {
    const { agent } = ranked;
    if (await claimForLead(ctx.db, { agentId: agent.id, at: ctx.clock.now(), leastWeight })) {
      await taken?.(occasion, agent);
      return ranked;
    }
    agent.eligible = false;
    agent.reason = "no longer takes leads";
  }
  return null;
}

/** As who gets the lead, with the brokerage's time zone where they have none of their own. */
function assignee({ id, name, email, phone, time_zone }: Candidate, settings: LeadSettings): Assignee {
  return { id, name, email, phone, time_zone: time_zone ?? settings.time_zone };
}

function shown({ id, name, eligible, reason }: Candidate) {
  return { agent_id: id, name, eligible, reason };
}
