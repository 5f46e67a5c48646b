export { auditRoutes } from "./audit.routes.ts";
export { pruneAuditLog } from "./prune-audit-log.ts";
export { type Change, recordChange } from "./record-change.ts";
export { isInAuditLog, redactPerson } from "./redact-person.ts";
