import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";
import { choiceIn, pageIn } from "../../app/search-values.ts";
import { eventNames } from "./event-names.ts";

export const webhookRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/webhooks",
    validateSearch: (search: Record<string, unknown>) => pageIn(search),
    component: lazyRouteComponent(() => import("./webhooks.page.tsx"), "WebhooksPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/webhooks/$webhookId",
    validateSearch: (search: Record<string, unknown>) => ({
      ...pageIn(search),
      ...choiceIn(search, "status", ["pending", "delivered", "failed"]),
      ...choiceIn(search, "event", Object.keys(eventNames) as (keyof typeof eventNames)[]),
    }),
    component: lazyRouteComponent(() => import("./webhook.page.tsx"), "WebhookPage"),
  }),
] as const;
