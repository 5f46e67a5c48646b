import { leastRecentlyAssigned } from "./least-recently-assigned.ts";
import { primaryAgent } from "./primary-agent.ts";
import { semanticMatch } from "./semantic-match.ts";
import type { Strategy, StrategyName } from "./strategy.ts";
import { weighted } from "./weighted.ts";

/** The routing strategies of a brokerage (SPEC: Agent routing strategies). */
export const strategies: Record<StrategyName, Strategy> = {
  least_recently_assigned: leastRecentlyAssigned,
  weighted,
  primary_agent: primaryAgent,
  semantic_match: semanticMatch,
};
