import { type Static, Type } from "typebox";
import { routingStrategies } from "../../lead-settings/index.ts";
import { Component } from "../../platform/http/component.ts";
import { Email, Id, Text, Timestamp } from "../../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../../platform/http/list-envelope.ts";

const candidate = {
  agent_id: Type.Integer(),
  name: Type.String(),
  eligible: Type.Boolean(),
  reason: Nullable(Type.String({ description: "Why the agent was not eligible; null if eligible" })),
};
const usedStrategies = [...routingStrategies, "visitor_choice"] as const;

const decision = {
  strategy: OneOf(routingStrategies, { description: "The brokerage's strategy at the time of the decision" }),
  used_strategy: OneOf(usedStrategies, {
    description:
      "The strategy that chose the agent: another one when the brokerage's falls back or has no capacity left",
  }),
  agent_id: Nullable(Type.Integer({ description: "Null: no agent was eligible" })),
  candidates: Type.Array(Component("RoutingCandidate", candidate)),
  decided_at: Timestamp(),
};
export const RoutingDecision = Component("RoutingDecision", decision);

export const RoutingDecisionsQuery = Type.Object({
  ...PageQuery,
  brokerage_id: Type.Optional(
    Id({ description: "Only decisions of this brokerage, if the caller may see it" }),
  ),
});
export type RoutingDecisionsQuery = Static<typeof RoutingDecisionsQuery>;

export const RoutingDecisionsPage = ListOf(
  Component("LeadRoutingDecision", {
    lead_id: Type.Integer(),
    lead_name: Type.String(),
    brokerage_id: Type.Integer(),
    ...decision,
  }),
);
export type RoutingDecisionsPage = Static<typeof RoutingDecisionsPage>;

export const PreviewRoutingBody = Type.Object({
  lead_id: Type.Optional(
    Id({
      description:
        "A lead that exists, without the other fields: whom it would go to if it was routed again. Agents who have had it are left out " +
        "while it has one, as after a response breach",
    }),
  ),
  brokerage_id: Type.Optional(
    Id({ description: "For admins: the brokerage of the new lead; by default their own" }),
  ),
  intake: Type.Optional(
    OneOf(["contact_form", "tour", "registration"], {
      description: "How the new lead arrives; contact_form by default",
    }),
  ),
  email: Type.Optional(Email()),
  agent_slug: Type.Optional(Text(200, { description: "The agent whom the visitor has chosen" })),
  listing_id: Type.Optional(
    Text(100, {
      description: "The listing that it is about. Its city counts as one that the visitor has stated",
    }),
  ),
  city: Type.Optional(
    Text(100, { description: "A city that the visitor has stated; counts for semantic_match" }),
  ),
});
export type PreviewRoutingBody = Static<typeof PreviewRoutingBody>;

export const RoutingPreview = Component("RoutingPreview", {
  brokerage_id: Type.Integer(),
  reason: OneOf(["routed", "no_agent", "same_email_within_a_day", "open_lead_of_same_email"], {
    description:
      "routed: by the strategy. no_agent: no agent is eligible. The others: the agent of an earlier lead keeps it, and nothing is routed",
  }),
  strategy: decision.strategy,
  used_strategy: Nullable(OneOf(usedStrategies, { description: "Null when the lead would not be routed" })),
  agent_id: Nullable(Type.Integer({ description: "Who would get it" })),
  candidates: Type.Array(
    Component("PreviewedCandidate", {
      ...candidate,
      rank: Nullable(
        Type.Integer({
          minimum: 1,
          description: "1 gets the lead, the next ones when those before cannot; null when not eligible",
        }),
      ),
      ranked_by: Nullable(OneOf(usedStrategies, { description: "What gave the agent this rank" })),
      last_lead_at: Nullable(Timestamp()),
    }),
  ),
});
export type RoutingPreview = Static<typeof RoutingPreview>;
