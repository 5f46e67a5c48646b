import { byLeastRecentLead } from "./least-recently-assigned.ts";
import type { Ranked, Strategy } from "./strategy.ts";

/** The brokerage's primary agent; if not eligible, the least recently assigned agent (SPEC: Agent routing strategies, 3). */
export const primaryAgent: Strategy = {
  async rank({ eligible, settings }) {
    const primary = eligible.find(({ id }) => id === settings.primary_agent_id);
    if (!primary) return byLeastRecentLead(eligible);
    const first: Ranked = { agent: primary, by: "primary_agent" };
    return [first, ...byLeastRecentLead(eligible.filter((each) => each !== primary))];
  },
};
