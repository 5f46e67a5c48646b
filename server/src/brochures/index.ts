export { brochureRoutes } from "./brochures.routes.ts";
export { type FontName, fontFile } from "./print/font-files.ts";
export { brochureServices, type UsesBrochures } from "./services.ts";
