export { eraseDecisions } from "./erase-decisions.ts";
export { foreseeAgent } from "./foresee-agent.ts";
export { latestDecision, type RoutingDecision } from "./latest-decision.ts";
export { type LeadToRoute, routeLead } from "./route-lead.ts";
