import { Type } from "typebox";
import { routingStrategies } from "../../lead-settings/index.ts";
import { Timestamp } from "../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";
import { route } from "../../platform/http/route.ts";
import { LeadParams } from "../leads.schemas.ts";
import { getLeadRouting } from "./get-lead-routing.ts";

const Candidate = Type.Object({
  agent_id: Type.Integer(),
  name: Type.String(),
  eligible: Type.Boolean(),
  reason: Nullable(Type.String({ description: "Why not" })),
});

export const routingRoutes = [
  route({
    method: "GET",
    path: "/api/v1/admin/leads/{lead_id}/routing",
    operationId: "getLeadRouting",
    summary: "Why a lead went to whom",
    tag: "Leads",
    permission: "authenticated",
    params: LeadParams,
    response: Type.Object({
      strategy: OneOf(routingStrategies, { description: "The brokerage's, when it was decided" }),
      used_strategy: OneOf([...routingStrategies, "visitor_choice"], {
        description: "The one that chose: another where the brokerage's falls back or fills up",
      }),
      agent_id: Nullable(Type.Integer({ description: "Null: no agent was eligible" })),
      candidates: Type.Array(Candidate),
      decided_at: Timestamp(),
    }),
    errors: { 404: "Lead not found, or it was never routed" },
    run: getLeadRouting,
  }),
];
