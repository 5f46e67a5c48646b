import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";

type FeedSearch = { runs?: number; rejects?: number };

/** Pages of the feed's two lists, from the second one on. */
function feedSearch(search: Record<string, unknown>): FeedSearch {
  const later = (value: unknown) => Number.isInteger(value) && (value as number) > 1;
  return {
    ...(later(search.runs) && { runs: search.runs as number }),
    ...(later(search.rejects) && { rejects: search.rejects as number }),
  };
}

export const feedRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/feeds",
    component: lazyRouteComponent(() => import("./feeds.page.tsx"), "FeedsPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/feeds/new",
    component: lazyRouteComponent(() => import("./new-feed.page.tsx"), "NewFeedPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/feeds/$feedId",
    validateSearch: feedSearch,
    component: lazyRouteComponent(() => import("./feed.page.tsx"), "FeedPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/feeds/$feedId/edit",
    component: lazyRouteComponent(() => import("./edit-feed.page.tsx"), "EditFeedPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/sources/$source/rules",
    component: lazyRouteComponent(() => import("./source-rules.page.tsx"), "SourceRulesPage"),
  }),
] as const;
