import { inTurn } from "./least-recently-assigned.ts";
import type { Ranked, Strategy } from "./strategy.ts";

/** The brokerage's primary agent; while they cannot get leads, whoever is next in turn (SPEC: Agent routing strategies, 3). */
export const primaryAgent: Strategy = {
  async rank({ eligible, settings }) {
    const primary = eligible.find(({ id }) => id === settings.primary_agent_id);
    if (!primary) return inTurn(eligible);
    const first: Ranked = { agent: primary, by: "primary_agent" };
    return [first, ...inTurn(eligible.filter((each) => each !== primary))];
  },
};
