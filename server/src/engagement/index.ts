export { engagementRoutes } from "./engagement.routes.ts";
export { claimSession, warmLeadsOfClient } from "./feed-leads.ts";
