export { engagementRoutes } from "./engagement.routes.ts";
export { tenantOfLead } from "./tenant-of-lead.ts";
export { listingLabel } from "./visits.schemas.ts";
export { claimSession, warmLeadsOfClient } from "./warm-leads-of-visitor.ts";
