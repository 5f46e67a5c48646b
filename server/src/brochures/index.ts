export { brochureRoutes } from "./brochures.routes.ts";
export { brochureServices, type UsesBrochures } from "./services.ts";
