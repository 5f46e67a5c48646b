export { engagementRoutes } from "./engagement.routes.ts";
export { recordVisitorEvents } from "./record-visitor-events.ts";
export { tenantOfLead } from "./tenant-of-lead.ts";
export { listingLabel } from "./visits.schemas.ts";
export { claimSession, warmLeadsOfClient } from "./warm-leads-of-visitor.ts";
