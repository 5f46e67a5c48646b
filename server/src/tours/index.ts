export { eraseTours, exportTours, tourIdsOfPerson } from "./person-tours.ts";
export { requestTour } from "./request-tour.ts";
export { tourRoutes } from "./tours.routes.ts";
export { updateTour } from "./update-tour.ts";
