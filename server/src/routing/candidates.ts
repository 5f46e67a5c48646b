import type { RoutableAgent } from "../agents/index.ts";
import type { LeadSettings } from "../lead-settings/index.ts";

/** An agent of the brokerage as a routing decision sees them. */
export type Candidate = RoutableAgent & { eligible: boolean; reason: string | null };

type Rules = {
  strategy: LeadSettings["routing_strategy"];
  /** Who had the lead before, and is not to get it again. */
  except: readonly number[];
};

/**
 * Who may get a lead: active, accepting leads, not on vacation, in weighted rotation of a weight, and not passed over on
 * purpose. Disabled agents are no candidates at all.
 */
export function judge(agents: RoutableAgent[], rules: Rules): Candidate[] {
  return agents.map((agent) => {
    const reason = whyNot(agent, rules);
    return { ...agent, eligible: reason === null, reason };
  });
}

function whyNot(agent: RoutableAgent, { strategy, except }: Rules): string | null {
  if (agent.status !== "active") return "not active";
  if (!agent.accepting_leads) return "not accepting leads";
  if (agent.on_vacation) return "on vacation";
  if (strategy === "weighted" && agent.weight === 0) return "weight 0";
  if (except.includes(agent.id)) return "has had this lead";
  return null;
}
