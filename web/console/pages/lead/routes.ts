import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";
import { isTimelineFilter, type TimelineFilter } from "./timeline-filters.ts";

const parts = ["timeline", "facts", "next"] as const;
export type LeadPart = (typeof parts)[number];

/** `show`: what the timeline is narrowed to. `part`: which column narrow screens show. */
type LeadSearch = { show?: TimelineFilter; part?: LeadPart };

function leadSearch({ show, part }: Record<string, unknown>): LeadSearch {
  return {
    ...(isTimelineFilter(show) && show !== "all" && { show }),
    ...(parts.includes(part as LeadPart) && part !== "timeline" && { part: part as LeadPart }),
  };
}

export const leadPageRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/leads/$leadId",
    validateSearch: leadSearch,
    component: lazyRouteComponent(() => import("./lead.page.tsx"), "LeadPage"),
  }),
] as const;
