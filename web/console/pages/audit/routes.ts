import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";
import { choiceIn, pageIn, wordsIn } from "../../app/search-values.ts";
import { actionNames } from "./action-names.ts";

export const auditRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/audit",
    validateSearch: (search: Record<string, unknown>) => ({
      ...pageIn(search),
      ...choiceIn(search, "action", Object.keys(actionNames) as (keyof typeof actionNames)[]),
      ...wordsIn(search, "actor"),
      ...wordsIn(search, "target_type"),
      ...wordsIn(search, "target_id"),
      ...wordsIn(search, "since"),
      ...wordsIn(search, "until"),
      ...(search.everywhere === true && { everywhere: true as const }),
    }),
    component: lazyRouteComponent(() => import("./audit.page.tsx"), "AuditPage"),
  }),
] as const;
