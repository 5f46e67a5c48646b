import type { Context } from "../../context.ts";
import type { Route } from "../../platform/http/route.ts";

export const timelineRoutes = [] as Route<Context>[];
