import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";

const decisions = ["approved", "rejected"] as const;

/** `status`: suggestions that were decided; without it, those that wait. */
function suggestionSearch({ status }: Record<string, unknown>): { status?: (typeof decisions)[number] } {
  const known = decisions.find((each) => each === status);
  return known ? { status: known } : {};
}

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/people",
    component: lazyRouteComponent(() => import("./people.page.tsx"), "PeoplePage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/people/agents/$agentId",
    component: lazyRouteComponent(() => import("./agent.page.tsx"), "AgentPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/people/contacts",
    component: lazyRouteComponent(() => import("./contacts.page.tsx"), "ContactsPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/suggestions",
    validateSearch: suggestionSearch,
    component: lazyRouteComponent(() => import("./suggestions.page.tsx"), "SuggestionsPage"),
  }),
] as const;
