import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";

export const todayRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/",
    component: lazyRouteComponent(() => import("./today.page.tsx"), "TodayPage"),
  }),
] as const;
