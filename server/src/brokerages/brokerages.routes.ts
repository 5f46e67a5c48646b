import type { Context, TenantContext } from "../context.ts";
import { type Route, route } from "../platform/http/route.ts";
import * as schemas from "./brokerages.schemas.ts";
import { getPublicBrokerage } from "./get-public-brokerage.ts";

export const brokerageRoutes = [
  route<TenantContext, undefined, typeof schemas.BrokerageQuery>({
    method: "GET",
    path: "/api/public/brokerage",
    operationId: "getPublicBrokerage",
    summary: "The brokerage of the request's domain",
    tag: "Brokerages",
    permission: "public",
    tenant: true,
    query: schemas.BrokerageQuery,
    response: schemas.PublicBrokerage,
    run: getPublicBrokerage,
  }),
] as Route<Context>[];
