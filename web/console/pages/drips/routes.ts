import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";

/** `lead`: to whom the emails and the calendar are shown. */
function previewSearch({ lead }: Record<string, unknown>): { lead?: number } {
  return Number.isInteger(lead) && (lead as number) > 0 ? { lead: lead as number } : {};
}

export const dripRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/drips",
    component: lazyRouteComponent(() => import("./drips.page.tsx"), "DripsPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/drips/$sequenceId",
    validateSearch: previewSearch,
    component: lazyRouteComponent(() => import("./sequence.page.tsx"), "SequencePage"),
  }),
] as const;
