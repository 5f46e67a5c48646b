export { engagementRoutes } from "./engagement.routes.ts";
export { claimSession, warmLeadsOfClient } from "./warm-leads-of-visitor.ts";
