import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "../../app/layout-routes.ts";

/** `to`: the page that was asked for before. Only paths of the console are followed. */
function signInSearch({ to }: Record<string, unknown>): { to?: string } {
  return typeof to === "string" && /^\/console(?:[/?]|$)/.test(to) ? { to } : {};
}

export const signInRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/sign-in",
    validateSearch: signInSearch,
    component: lazyRouteComponent(() => import("./sign-in.page.tsx"), "SignInPage"),
  }),
] as const;
