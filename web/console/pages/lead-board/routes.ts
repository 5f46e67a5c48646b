import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";
import { boardSearch } from "./board-search.ts";

export const leadBoardRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/leads/board",
    validateSearch: boardSearch,
    component: lazyRouteComponent(() => import("./lead-board.page.tsx"), "LeadBoardPage"),
  }),
] as const;
