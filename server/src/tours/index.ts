export { eraseTours, exportTours } from "./person-tours.ts";
export { tourRoutes } from "./tours.routes.ts";
