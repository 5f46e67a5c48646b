export { BrochurePress } from "./brochure-press.ts";
export { brochureRoutes } from "./brochures.routes.ts";
