export { eraseDecisions, latestDecision, type RoutingDecision } from "./decisions.ts";
export { type LeadToRoute, routeLead, takeTurnWithoutLead } from "./route-lead.ts";
