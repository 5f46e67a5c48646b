import type { RoutableAgent } from "../agents/index.ts";
import type { LeadSettings } from "../lead-settings/index.ts";

/** An agent in a routing decision. */
export type Candidate = RoutableAgent & { eligible: boolean; reason: string | null };

type Rules = {
  strategy: LeadSettings["routing_strategy"];
  /** Agents who had the lead before. */
  except: readonly number[];
  /** Agents who can receive no leads any more since the query. */
  unavailable: ReadonlySet<number>;
};

/**
 * Evaluates which agents are eligible: active, accepting leads, not on vacation, with a weight in weighted rotation, and not
 * excluded. Disabled agents are not candidates.
 */
export function evaluateCandidates(agents: RoutableAgent[], rules: Rules): Candidate[] {
  return agents.map((agent) => {
    const reason = ineligibleReason(agent, rules);
    return { ...agent, eligible: reason === null, reason };
  });
}

function ineligibleReason(agent: RoutableAgent, { strategy, except, unavailable }: Rules): string | null {
  if (agent.status !== "active") return "not active";
  if (!agent.accepting_leads) return "not accepting leads";
  if (agent.on_vacation) return "on vacation";
  if (strategy === "weighted" && agent.weight === 0) return "weight 0";
  if (except.includes(agent.id)) return "has had this lead";
  if (unavailable.has(agent.id)) return "no longer takes leads";
  return null;
}
