import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";
import { leadSearch } from "./lead-search.ts";

export const leadListRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/leads",
    validateSearch: leadSearch,
    component: lazyRouteComponent(() => import("./lead-list.page.tsx"), "LeadListPage"),
  }),
  // What ⌘K opens.
  createRoute({
    getParentRoute: () => staff,
    path: "/leads/new",
    beforeLoad() {
      throw redirect({ to: "/leads", search: { new: true }, replace: true });
    },
  }),
] as const;
