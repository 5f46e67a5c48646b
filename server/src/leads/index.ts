export { leadRoutes } from "./leads.routes.ts";
