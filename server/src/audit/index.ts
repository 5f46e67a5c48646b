export { auditRoutes } from "./audit.routes.ts";
export { type Change, recordChange } from "./record-change.ts";
