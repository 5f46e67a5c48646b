export { brokerageRoutes } from "./brokerages.routes.ts";
export { createBrokerage } from "./create-brokerage.ts";
export { hasBrokerages } from "./has-brokerages.ts";
export { type Tenant, TenantDirectory } from "./tenant-directory.ts";
