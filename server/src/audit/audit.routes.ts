import { route } from "../platform/http/route.ts";
import * as schemas from "./audit.schemas.ts";
import { listAuditLog } from "./list-audit-log.ts";

export const auditRoutes = [
  route({
    method: "GET",
    path: "/api/admin/audit-log",
    operationId: "listAuditLog",
    summary: "List the audit log, newest first",
    description: "Brokers see rows of their own brokerage, admins all. Rows are kept for 90 days.",
    tag: "Audit log",
    permission: "broker",
    query: schemas.AuditLogQuery,
    response: schemas.AuditLogPage,
    reads: "replica",
    run: listAuditLog,
  }),
];
