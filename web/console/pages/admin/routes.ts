import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";
import { pageIn } from "../../app/search-values.ts";

export const adminRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/admin",
    validateSearch: (search: Record<string, unknown>) => ({
      ...pageIn(search),
      ...(search.disabled === true && { disabled: true as const }),
    }),
    component: lazyRouteComponent(() => import("./brokerages.page.tsx"), "BrokeragesPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/admin/system",
    component: lazyRouteComponent(() => import("./system.page.tsx"), "SystemPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/admin/sources",
    validateSearch: (search: Record<string, unknown>) => pageIn(search),
    component: lazyRouteComponent(() => import("./sources.page.tsx"), "SourcesPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/admin/admins",
    validateSearch: (search: Record<string, unknown>) => pageIn(search),
    component: lazyRouteComponent(() => import("./admins.page.tsx"), "AdminsPage"),
  }),
] as const;
