import { createRouter } from "@tanstack/react-router";
import { ErrorPage } from "../components/error-page.tsx";
import { Loading } from "../components/loading.tsx";
import { adminRoutes } from "../pages/admin/routes.ts";
import { auditRoutes } from "../pages/audit/routes.ts";
import { dripRoutes } from "../pages/drips/routes.ts";
import { feedRoutes } from "../pages/feeds/routes.ts";
import { imageRoutes } from "../pages/images/routes.ts";
import { leadPageRoutes } from "../pages/lead/routes.ts";
import { leadBoardRoutes } from "../pages/lead-board/routes.ts";
import { leadListRoutes } from "../pages/lead-list/routes.ts";
import { listingRoutes } from "../pages/listings/routes.ts";
import { messageRoutes } from "../pages/messages/routes.ts";
import { peopleRoutes } from "../pages/people/routes.ts";
import { privacyRoutes } from "../pages/privacy/routes.ts";
import { routingRoutes } from "../pages/routing/routes.ts";
import { settingsRoutes } from "../pages/settings/routes.ts";
import { signInRoutes } from "../pages/sign-in/routes.ts";
import { todayRoutes } from "../pages/today/routes.ts";
import { webhookRoutes } from "../pages/webhooks/routes.ts";
import { root, staff } from "./layout-routes.ts";

const routeTree = root.addChildren([
  ...signInRoutes,
  staff.addChildren([
    ...todayRoutes,
    ...leadPageRoutes,
    ...leadListRoutes,
    ...leadBoardRoutes,
    ...listingRoutes,
    ...feedRoutes,
    ...dripRoutes,
    ...peopleRoutes,
    ...routingRoutes,
    ...imageRoutes,
    ...webhookRoutes,
    ...messageRoutes,
    ...privacyRoutes,
    ...auditRoutes,
    ...settingsRoutes,
    ...adminRoutes,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: "/console",
  defaultPreload: "intent",
  defaultPendingComponent: Loading,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
