export type { RoutingRequest } from "./choose-agent.ts";
export {
  type DecisionOfLead,
  eraseDecisions,
  latestDecision,
  pageOfDecisions,
  type RoutingDecision,
} from "./decisions.ts";
export { lockRouting } from "./lock-routing.ts";
export { type PreviewedChoice, previewChoice } from "./preview-choice.ts";
export {
  chooseAgentWithoutLead,
  type LeadToRoute,
  type RoutedNewLead,
  routeLead,
  routeNewLead,
} from "./route-lead.ts";
