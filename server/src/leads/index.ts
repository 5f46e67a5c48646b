export { importLeads } from "./import/import-leads.ts";
export { findOrReceiveLead } from "./intake/find-or-receive-lead.ts";
export { receiveLead } from "./intake/receive-lead.ts";
export { splitName } from "./intake/split-name.ts";
export { leadIdsWithin, leadScope, lockLead } from "./lead-scope.ts";
export { leadRoutes } from "./leads.routes.ts";
export { applyEvent } from "./lifecycle/apply-event.ts";
export type { EventType } from "./lifecycle/events.ts";
export { recordEvent, visitor } from "./lifecycle/record-event.ts";
