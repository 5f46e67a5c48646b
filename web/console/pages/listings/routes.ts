import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";
import { listingSearch } from "./listing-search.ts";

/** The photo that is shown large, from 1 on. */
function photoSearch({ photo }: Record<string, unknown>): { photo?: number } {
  return Number.isInteger(photo) && (photo as number) > 1 ? { photo: photo as number } : {};
}

export const listingRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/listings",
    validateSearch: listingSearch,
    component: lazyRouteComponent(() => import("./listings.page.tsx"), "ListingsPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/listings/$listingId",
    validateSearch: photoSearch,
    component: lazyRouteComponent(() => import("./listing.page.tsx"), "ListingPage"),
  }),
] as const;
