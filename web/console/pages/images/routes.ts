import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";
import { wordsIn } from "../../app/search-values.ts";

export const imageRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/images",
    validateSearch: (search: Record<string, unknown>) => wordsIn(search, "job"),
    component: lazyRouteComponent(() => import("./images.page.tsx"), "ImagesPage"),
  }),
] as const;
