import type { Context } from "../context.ts";
import type { Route } from "../platform/http/route.ts";
import { indexingRoutes } from "./indexing/indexing.routes.ts";
import { imageRecordRoutes } from "./records/image-records.routes.ts";
import { imageSearchRoutes } from "./search/image-search.routes.ts";

export const imageRoutes: Route<Context>[] = [...imageSearchRoutes, ...imageRecordRoutes, ...indexingRoutes];
