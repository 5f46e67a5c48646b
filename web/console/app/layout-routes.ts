import { createRootRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { NotFoundPage } from "../components/error-page.tsx";
import { ApiError } from "./api-error.ts";
import { meQuery } from "./me.ts";
import { queries } from "./queries.ts";

/** Parent of every route. */
export const root = createRootRoute({ notFoundComponent: NotFoundPage });

/** Parent of the pages for people who are signed in, which stand inside of the shell. */
export const staff = createRoute({
  getParentRoute: () => root,
  id: "staff",
  component: lazyRouteComponent(() => import("./shell/shell.tsx"), "Shell"),
  async beforeLoad({ location }) {
    await queries.ensureQueryData(meQuery).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401)
        throw redirect({ to: "/sign-in", search: { to: location.publicHref } });
      throw error;
    });
  },
});
