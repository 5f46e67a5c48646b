import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";
import { type LeadSearch, leadSearch } from "../lead-list/lead-search.ts";

export type BoardSearch = Pick<LeadSearch, "agent" | "pipeline_type" | "new">;

function boardSearch(search: Record<string, unknown>): BoardSearch {
  const { agent, pipeline_type, new: isAdding } = leadSearch(search);
  return {
    ...(agent !== undefined && { agent }),
    ...(pipeline_type !== undefined && { pipeline_type }),
    ...(isAdding && { new: true }),
  };
}

export const leadBoardRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/leads/board",
    validateSearch: boardSearch,
    component: lazyRouteComponent(() => import("./lead-board.page.tsx"), "LeadBoardPage"),
  }),
] as const;
