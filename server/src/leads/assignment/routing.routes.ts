import { route } from "../../platform/http/route.ts";
import { LeadParams } from "../leads.schemas.ts";
import { getLeadRouting } from "./get-lead-routing.ts";
import { listRoutingDecisions } from "./list-routing-decisions.ts";
import { previewRouting } from "./preview-routing.ts";
import * as schemas from "./routing.schemas.ts";

const routing = { tag: "Leads", permission: "broker" } as const;

export const routingRoutes = [
  route({
    ...routing,
    method: "GET",
    path: "/api/v1/admin/leads/{lead_id}/routing",
    operationId: "getLeadRouting",
    summary: "Get the routing decision of a lead",
    permission: "authenticated",
    params: LeadParams,
    response: schemas.RoutingDecision,
    errors: { 404: "Lead not found, or it was never routed" },
    run: getLeadRouting,
  }),
  route({
    ...routing,
    method: "GET",
    path: "/api/v1/admin/routing/decisions",
    operationId: "listRoutingDecisions",
    summary: "List routing decisions, newest first",
    description:
      "Each with all candidates and why they were not eligible. Brokers see those of their brokerage, admins all.",
    query: schemas.RoutingDecisionsQuery,
    response: schemas.RoutingDecisionsPage,
    reads: "replica",
    run: listRoutingDecisions,
  }),
  route({
    ...routing,
    method: "POST",
    path: "/api/v1/admin/routing/preview",
    operationId: "previewRouting",
    summary: "Preview whom a lead would be routed to",
    description:
      "The decision is made as for a real lead and then rolled back: it changes nothing, and uses up no agent's turn. It holds for this " +
      "moment.",
    limits: ["routing_previews"],
    body: schemas.PreviewRoutingBody,
    optionalBody: true,
    strictBody: true,
    readsOnly: true,
    response: schemas.RoutingPreview,
    errors: {
      400: "An admin without a brokerage of their own names none",
      404: "Lead not found, Brokerage not found, or Property not found",
    },
    run: previewRouting,
  }),
];
