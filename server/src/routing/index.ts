export { latestDecision, type RoutingDecision } from "./decisions.ts";
export { eraseDecisions } from "./erase-decisions.ts";
export { type LeadToRoute, routeLead, takeTurnWithoutLead } from "./route-lead.ts";
