import { Type } from "typebox";
import { routingStrategies } from "../../lead-settings/index.ts";
import { Component } from "../../platform/http/component.ts";
import { Timestamp } from "../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";
import { route } from "../../platform/http/route.ts";
import { LeadParams } from "../leads.schemas.ts";
import { getLeadRouting } from "./get-lead-routing.ts";

const Candidate = Component("RoutingCandidate", {
  agent_id: Type.Integer(),
  name: Type.String(),
  eligible: Type.Boolean(),
  reason: Nullable(Type.String({ description: "Why the agent was not eligible; null if eligible" })),
});

export const routingRoutes = [
  route({
    method: "GET",
    path: "/api/v1/admin/leads/{lead_id}/routing",
    operationId: "getLeadRouting",
    summary: "Get the routing decision of a lead",
    tag: "Leads",
    permission: "authenticated",
    params: LeadParams,
    response: Component("RoutingDecision", {
      strategy: OneOf(routingStrategies, {
        description: "The brokerage's strategy at the time of the decision",
      }),
      used_strategy: OneOf([...routingStrategies, "visitor_choice"], {
        description:
          "The strategy that chose the agent: another one when the brokerage's falls back or has no capacity left",
      }),
      agent_id: Nullable(Type.Integer({ description: "Null: no agent was eligible" })),
      candidates: Type.Array(Candidate),
      decided_at: Timestamp(),
    }),
    errors: { 404: "Lead not found, or it was never routed" },
    run: getLeadRouting,
  }),
];
