export { eraseDecisions } from "./erase-decisions.ts";
export { latestDecision, type RoutingDecision } from "./latest-decision.ts";
export { type LeadToRoute, routeLead, takeTurnWithoutLead } from "./route-lead.ts";
