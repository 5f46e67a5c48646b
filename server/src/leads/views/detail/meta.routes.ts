import { route } from "../../../platform/http/route.ts";
import { getLeadMeta } from "./get-lead-meta.ts";
import { LeadMeta } from "./meta.schemas.ts";

export const metaRoutes = [
  route({
    method: "GET",
    path: "/api/v1/admin/leads/meta",
    operationId: "getLeadMeta",
    summary: "Stages, events, reasons, flags and the other words of leads",
    tag: "Leads",
    permission: "authenticated",
    response: LeadMeta,
    run: getLeadMeta,
  }),
];
