import { deletionOf } from "../../platform/http/record-version.ts";
import { route } from "../../platform/http/route.ts";
import { leadVersion } from "../lead-version.ts";
import { LeadDetail, LeadParams } from "../leads.schemas.ts";
import { LeadBoard, LeadBoardQuery } from "./board/board.schemas.ts";
import { getLeadBoard } from "./board/get-lead-board.ts";
import { Dashboard, DashboardQuery } from "./dashboard/dashboard.schemas.ts";
import { getDashboard } from "./dashboard/get-dashboard.ts";
import { deleteLead } from "./detail/delete-lead.ts";
import { getLead } from "./detail/get-lead.ts";
import { getLeadMeta } from "./detail/get-lead-meta.ts";
import { LeadMeta } from "./detail/meta.schemas.ts";
import { updateLead } from "./detail/update-lead.ts";
import { countLeads } from "./list/count-leads.ts";
import { listLeads } from "./list/list-leads.ts";
import * as schemas from "./records.schemas.ts";

const leads = { tag: "Leads" } as const;
const LEAD = "/api/v1/admin/leads/{lead_id}";

/** Lists, details, edits and deletion of leads. */
export const recordRoutes = [
  route({
    ...leads,
    method: "GET",
    path: "/api/v1/admin/leads",
    operationId: "listLeads",
    summary: "List leads, newest first",
    description: "Agents see their own leads, brokers those of their brokerage, admins all.",
    permission: "authenticated",
    query: schemas.LeadListQuery,
    response: schemas.LeadPage,
    run: listLeads,
  }),
  route({
    ...leads,
    method: "GET",
    path: LEAD,
    operationId: "getLead",
    version: leadVersion,
    summary: "Get a lead",
    description:
      "When the assigned agent opens a registered lead, its registration status changes from `assigned` to `contacted`.",
    // HEAD must not change the registration status.
    changesOnGet: true,
    permission: "authenticated",
    params: LeadParams,
    response: LeadDetail,
    errors: { 404: "Lead not found" },
    run: getLead,
  }),
  route({
    ...leads,
    method: "PATCH",
    path: LEAD,
    operationId: "updateLead",
    version: leadVersion,
    summary: "Update a lead: agent, notes, contact data",
    description: "Stages change only by POST /api/v1/admin/leads/{lead_id}/transitions.",
    permission: "authenticated",
    params: LeadParams,
    body: schemas.UpdateLeadBody,
    response: LeadDetail,
    errors: {
      400: "Malformed JSON, or an agent who is not an active agent of the lead's brokerage",
      404: "Lead not found",
      409: "A change of status or stage, a change of pipeline_type after CONTACTING, or a registration_status that is not next",
    },
    run: updateLead,
  }),
  route({
    ...leads,
    method: "DELETE",
    path: LEAD,
    operationId: "deleteLead",
    summary: "Delete a lead with all its records",
    permission: "broker",
    params: LeadParams,
    response: schemas.LeadDeleted,
    errors: { 404: "Lead not found" },
    version: deletionOf(leadVersion),
    run: deleteLead,
  }),
  route({
    ...leads,
    method: "GET",
    path: "/api/leads/count",
    operationId: "countLeads",
    summary: "Get the number of leads of the domain's brokerage",
    permission: "authenticated",
    tenant: true,
    response: schemas.LeadCounts,
    run: countLeads,
  }),
];

/** Board and dashboard. */
export const boardRoutes = [
  route({
    method: "GET",
    path: "/api/v1/admin/leads/board",
    operationId: "getLeadBoard",
    summary: "Get the board: a column of cards for each stage",
    description:
      "Agents see their own leads, brokers those of their brokerage, admins those of one or of all that are not disabled.",
    tag: "Leads",
    permission: "authenticated",
    query: LeadBoardQuery,
    response: LeadBoard,
    run: getLeadBoard,
  }),
  route({
    method: "GET",
    path: "/api/v1/admin/dashboard",
    operationId: "getDashboard",
    summary: "Get the dashboard: open, due and overdue leads",
    description:
      "Agents see their own leads, brokers those of their brokerage, admins those of one or of all that are not disabled.",
    tag: "Leads",
    permission: "authenticated",
    query: DashboardQuery,
    response: Dashboard,
    run: getDashboard,
  }),
];

export const metaRoutes = [
  route({
    method: "GET",
    path: "/api/v1/admin/leads/meta",
    operationId: "getLeadMeta",
    summary: "Get the stages, events, reasons, flags and other enumerations of leads",
    tag: "Leads",
    permission: "authenticated",
    response: LeadMeta,
    run: getLeadMeta,
  }),
];
