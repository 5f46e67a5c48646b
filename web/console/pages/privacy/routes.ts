import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";
import { choiceIn, pageIn, wordsIn } from "../../app/search-values.ts";

export const privacyRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/privacy",
    validateSearch: (search: Record<string, unknown>) => ({
      ...pageIn(search),
      ...choiceIn(search, "kind", ["erase", "export"]),
      ...choiceIn(search, "status", ["pending_confirmation", "confirmed", "done"]),
      ...wordsIn(search, "email"),
    }),
    component: lazyRouteComponent(() => import("./privacy.page.tsx"), "PrivacyPage"),
  }),
] as const;
