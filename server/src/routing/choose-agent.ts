import { claimForLead, routableAgents } from "../agents/index.ts";
import { type LeadSettings, leadSettings } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";
import type { Wanted } from "../visitors/index.ts";
import { type Candidate, judge } from "./candidates.ts";
import { strategies } from "./strategies/strategies.ts";
import type { Occasion, Ranked } from "./strategies/strategy.ts";
import { takeTurn } from "./take-turn.ts";

/** What the choice of an agent depends on. */
export type Request = {
  brokerageId: number;
  /** What the visitor is looking for, where that is certain enough. */
  preferences?: Wanted | null;
  /** Whom the visitor has chosen: they get it, whoever's turn it is, if they may get leads. */
  chosenAgentId?: number | null;
  /** Agents who are not to get it: who had it before. */
  except?: readonly number[];
};

export type Choice = { chosen: Ranked | null; candidates: Candidate[]; settings: LeadSettings };

/**
 * Chooses the agent of a request by the strategy of its brokerage, and counts it as their turn. The brokerage's turn is held
 * until the transaction ends.
 */
export async function chooseAgent(ctx: Context, request: Request): Promise<Choice> {
  const { brokerageId, preferences = null, chosenAgentId = null, except = [] } = request;
  const settings = await leadSettings(ctx.db, brokerageId);
  await takeTurn(ctx.db, brokerageId);
  const { routing_strategy: strategy } = settings;
  const candidates = judge(await routableAgents(ctx.db, brokerageId), { strategy, except });
  const eligible = candidates.filter((each) => each.eligible);
  const chosen =
    eligible.length === 0
      ? null
      : await choose({ ctx, brokerageId, settings, preferences, eligible }, chosenAgentId);
  return { chosen, candidates, settings };
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
