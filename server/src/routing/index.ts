export type { RoutingRequest } from "./choose-agent.ts";
export { eraseDecisions, latestDecision, type RoutingDecision } from "./decisions.ts";
export { lockRouting } from "./lock-routing.ts";
export {
  chooseAgentWithoutLead,
  type LeadToRoute,
  type RoutedNewLead,
  routeLead,
  routeNewLead,
} from "./route-lead.ts";
