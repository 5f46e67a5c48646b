export { eraseTours, exportTours, tourIdsOf } from "./person-tours.ts";
export { tourRoutes } from "./tours.routes.ts";
