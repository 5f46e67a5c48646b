import { route } from "../../../platform/http/route.ts";
import { Dashboard, DashboardQuery } from "../dashboard/dashboard.schemas.ts";
import { getDashboard } from "../dashboard/get-dashboard.ts";
import { LeadBoard, LeadBoardQuery } from "./board.schemas.ts";
import { getLeadBoard } from "./get-lead-board.ts";

/** Board and dashboard. */
export const boardRoutes = [
  route({
    method: "GET",
    path: "/api/v1/admin/leads/board",
    operationId: "getLeadBoard",
    summary: "The pipeline as columns of cards",
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
    summary: "What is open, due and late",
    description:
      "Agents see it of their own leads, brokers of their brokerage, admins of one or of all that are not disabled.",
    tag: "Leads",
    permission: "authenticated",
    query: DashboardQuery,
    response: Dashboard,
    run: getDashboard,
  }),
];
