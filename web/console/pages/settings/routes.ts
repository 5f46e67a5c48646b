import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { staff } from "../../app/layout-routes.ts";
import { pageIn } from "../../app/search-values.ts";

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => staff,
    path: "/settings",
    component: lazyRouteComponent(() => import("./account/account.page.tsx"), "AccountPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/settings/brokerage",
    component: lazyRouteComponent(() => import("./brokerage/brokerage.page.tsx"), "BrokeragePage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/settings/branding",
    component: lazyRouteComponent(() => import("./branding/branding.page.tsx"), "BrandingPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/settings/leads",
    component: lazyRouteComponent(() => import("./leads/lead-settings.page.tsx"), "LeadSettingsPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/settings/texts",
    component: lazyRouteComponent(() => import("./texts/texts.page.tsx"), "TextsPage"),
  }),
  createRoute({
    getParentRoute: () => staff,
    path: "/settings/keys",
    validateSearch: (search: Record<string, unknown>) => pageIn(search),
    component: lazyRouteComponent(() => import("./keys/keys.page.tsx"), "KeysPage"),
  }),
] as const;
