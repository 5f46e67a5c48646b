import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";
import { choiceIn, pageIn, wordsIn } from "../../app/search-values.ts";

export const messageRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/messages",
    validateSearch: (search: Record<string, unknown>) => ({
      ...pageIn(search),
      ...choiceIn(search, "channel", ["email", "sms", "push"]),
      ...choiceIn(search, "outcome", ["waiting", "sending", "sent", "failed", "dropped", "withheld"]),
      ...wordsIn(search, "to"),
    }),
    component: lazyRouteComponent(() => import("./messages.page.tsx"), "MessagesPage"),
  }),
] as const;
