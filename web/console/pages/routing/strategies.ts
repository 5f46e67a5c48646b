import type { Schema } from "../../app/api.ts";

type Strategy = Schema<"RoutingDecision">["used_strategy"];

export const strategyWords: Record<Strategy, string> = {
  least_recently_assigned: "in turn",
  weighted: "by weight",
  primary_agent: "the primary agent",
  semantic_match: "by what the lead wants",
  visitor_choice: "chosen by the visitor",
};

export const strategyOptions = [
  { value: "least_recently_assigned", label: "In turn" },
  { value: "weighted", label: "By weight" },
  { value: "primary_agent", label: "Primary agent first" },
  { value: "semantic_match", label: "By what the lead wants" },
] as const;

export const strategyHints: Record<(typeof strategyOptions)[number]["value"], string> = {
  least_recently_assigned: "The agent whose last lead is the longest ago gets the next one.",
  weighted: "In turn, each as often as its weight says. Weights are in the agents’ profiles.",
  primary_agent: "One agent gets every lead; the others in turn, while that one cannot.",
  semantic_match: "The agent whose profile fits what the lead wants; in turn, while that is not known.",
};
