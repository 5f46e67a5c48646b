export { eraseTours, exportTours, tourIdsOfPerson } from "./person-tours.ts";
export { tourRoutes } from "./tours.routes.ts";
