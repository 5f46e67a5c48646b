import { indexingRoutes } from "./indexing/indexing.routes.ts";
import { imageRecordRoutes } from "./records/image-records.routes.ts";
import { imageSearchRoutes } from "./search/image-search.routes.ts";

export const imageRoutes = [...imageSearchRoutes, ...imageRecordRoutes, ...indexingRoutes];
