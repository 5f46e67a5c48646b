import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";

/** `lead`: whose routing is tried out. */
function routingSearch({ lead }: Record<string, unknown>): { lead?: number } {
  return Number.isInteger(lead) && (lead as number) > 0 ? { lead: lead as number } : {};
}

export const routingRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/routing",
    validateSearch: routingSearch,
    component: lazyRouteComponent(() => import("./routing.page.tsx"), "RoutingPage"),
  }),
] as const;
