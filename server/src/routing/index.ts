export { eraseDecisions, latestDecision, type RoutingDecision } from "./decisions.ts";
export { chooseAgentWithoutLead, type LeadToRoute, routeLead } from "./route-lead.ts";
