export { tourRoutes } from "./tours.routes.ts";
