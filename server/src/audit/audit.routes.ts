import { route } from "../platform/http/route.ts";
import * as schemas from "./audit.schemas.ts";
import { listAuditLog } from "./list-audit-log.ts";

export const auditRoutes = [
  route({
    method: "GET",
    path: "/api/admin/audit-log",
    operationId: "listAuditLog",
    summary: "Who changed what, newest first",
    description: "Brokers read of their own brokerage, admins of all. Rows are kept 90 days.",
    tag: "Audit log",
    permission: "broker",
    query: schemas.AuditLogQuery,
    response: schemas.AuditLogPage,
    run: listAuditLog,
  }),
];
