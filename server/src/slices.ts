import { brokerageRoutes } from "./brokerages/index.ts";
import type { Context } from "./context.ts";
import { listingRoutes } from "./listings/index.ts";
import type { Route } from "./platform/http/route.ts";
import { systemRoutes } from "./system/index.ts";

/** A part of the product: its folder's name, the tables that are its own, and its routes. */
export type Slice = { name: string; tables: string[]; routes: Route<Context>[] };

/** What the product does. */
export const slices: Slice[] = [
  { name: "identity", tables: ["api_keys"], routes: [] },
  {
    name: "brokerages",
    tables: ["brokerages", "brokerage_domains", "brokerage_sources"],
    routes: brokerageRoutes,
  },
  {
    name: "listings",
    tables: [
      "sources",
      "listings",
      "listing_photos",
      "listing_history",
      "listing_tombstones",
      "listing_log",
      "feed_agents",
      "feed_offices",
    ],
    routes: listingRoutes,
  },
  { name: "demo", tables: [], routes: [] },
  { name: "system", tables: [], routes: systemRoutes },
];

/** Which slice may use which: only what stands here, only through the other's index.ts. There are no cycles. */
export const allowed: Record<string, string[]> = {
  identity: [],
  brokerages: [],
  listings: [],
  demo: ["brokerages", "listings"],
  system: [],
};
