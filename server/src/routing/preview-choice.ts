import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { type Choice, chooseAgent, type RoutingRequest } from "./choose-agent.ts";
import type { StrategyName, UsedStrategy } from "./strategies/strategy.ts";

export type PreviewedChoice = {
  strategy: StrategyName;
  used_strategy: UsedStrategy;
  agent_id: number | null;
  candidates: {
    agent_id: number;
    name: string;
    eligible: boolean;
    reason: string | null;
    /** 1: gets the lead; others get it when those before cannot. Null when not eligible. */
    rank: number | null;
    ranked_by: UsedStrategy | null;
    last_lead_at: Date | null;
  }[];
};

/** Ends the transaction of a preview without a commit. */
class Previewed extends Error {
  readonly choice: Choice;

  constructor(choice: Choice) {
    super("previewed");
    this.choice = choice;
  }
}

/**
 * Whom a lead would be routed to now. The decision itself is made, in a transaction that is rolled back: turns, rounds and claims are
 * those of real leads, and none is used up. It waits for real leads, and they for it, for a few round trips.
 */
export async function previewChoice(ctx: Context, request: RoutingRequest): Promise<PreviewedChoice> {
  if (ctx.db.isTransaction)
    throw new Error("A preview must not run in a transaction: it would be rolled back");
  try {
    return await inTransaction(ctx, async (ctx) => {
      throw new Previewed(await chooseAgent(ctx, request));
    });
  } catch (error) {
    if (error instanceof Previewed) return present(error.choice);
    throw error;
  }
}

function present({ chosen, ranked, candidates, settings }: Choice): PreviewedChoice {
  const strategy = settings.routing_strategy;
  return {
    strategy,
    used_strategy: chosen?.by ?? strategy,
    agent_id: chosen?.agent.id ?? null,
    candidates: candidates.map(({ id, name, eligible, reason, lastAssignedMicros }) => {
      const at = ranked.findIndex(({ agent }) => agent.id === id);
      return {
        agent_id: id,
        name,
        eligible,
        reason,
        rank: at === -1 ? null : at + 1,
        ranked_by: ranked[at]?.by ?? null,
        last_lead_at: lastAssignedMicros === 0 ? null : new Date(lastAssignedMicros / 1000),
      };
    }),
  };
}
