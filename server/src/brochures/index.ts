export { brochureRoutes } from "./brochures.routes.ts";
