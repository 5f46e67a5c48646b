import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";
import { leadPageSearch } from "./lead-page-search.ts";

export const leadPageRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/leads/$leadId",
    validateSearch: leadPageSearch,
    component: lazyRouteComponent(() => import("./lead.page.tsx"), "LeadPage"),
  }),
] as const;
