import type { ActorContext, Context } from "../../context.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { LeadDetail, LeadParams } from "../leads.schemas.ts";
import { getLead } from "./get-lead.ts";

/** Leads as records. */
export const recordRoutes = [
  route<ActorContext, typeof LeadParams>({
    method: "GET",
    path: "/api/v1/admin/leads/{lead_id}",
    operationId: "getLead",
    summary: "One lead",
    tag: "Leads",
    permission: "authenticated",
    params: LeadParams,
    response: LeadDetail,
    errors: { 404: "Lead not found" },
    run: getLead,
  }),
] as Route<Context>[];
