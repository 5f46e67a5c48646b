import type { Context } from "../context.ts";
import type { Route } from "../platform/http/route.ts";

export const newsletterRoutes = [] as Route<Context>[];
