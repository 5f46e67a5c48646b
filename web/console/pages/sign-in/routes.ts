import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "../../app/layout-routes.ts";
import { isInConsole } from "./wanted-page.ts";

/** `to`: the page that was wanted before; `ended`: why a person who was signed in is here. */
type SignInSearch = { to?: string; ended?: true };

function signInSearch({ to, ended }: Record<string, unknown>): SignInSearch {
  return {
    ...(typeof to === "string" && isInConsole(to) && { to }),
    ...(ended === true && { ended }),
  };
}

export const signInRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/sign-in",
    validateSearch: signInSearch,
    component: lazyRouteComponent(() => import("./sign-in.page.tsx"), "SignInPage"),
  }),
] as const;
