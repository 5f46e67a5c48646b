import { deletionOf } from "../platform/http/record-version.ts";
import { route } from "../platform/http/route.ts";
import { brokerageVersion } from "./brokerage-versions.ts";
import * as schemas from "./brokerages.schemas.ts";
import { brokerContactRoutes } from "./contacts/broker-contacts.routes.ts";
import { createBrokerage } from "./create-brokerage.ts";
import { deleteBrokerage } from "./delete-brokerage.ts";
import { domainRoutes } from "./domains/domains.routes.ts";
import { getBrokerage } from "./get-brokerage.ts";
import { getPublicBrokerage } from "./get-public-brokerage.ts";
import { listBrokerages } from "./list-brokerages.ts";
import { previewRoutes } from "./preview/preview.routes.ts";
import { searchBrokerages } from "./search-brokerages.ts";
import { getPublicSite } from "./site/get-public-site.ts";
import { PublicSite } from "./site/public-site.schemas.ts";
import { brokerageSourceRoutes } from "./sources/brokerage-sources.routes.ts";
import { updateBrokerage } from "./update-brokerage.ts";

const brokerages = { tag: "Brokerages" } as const;
const missing = { 404: "Brokerage not found" };

export const brokerageRoutes = [
  route({
    ...brokerages,
    method: "GET",
    path: "/api/public/brokerage",
    operationId: "getPublicBrokerage",
    summary: "Get the brokerage of the request's domain",
    permission: "public",
    tenant: true,
    sameForAll: true,
    query: schemas.BrokerageQuery,
    response: schemas.PublicBrokerage,
    run: getPublicBrokerage,
  }),
  route({
    ...brokerages,
    method: "GET",
    path: "/api/public/site",
    operationId: "getPublicSite",
    summary: "Get what a website shows of the brokerage of the request's domain",
    description:
      "Its branding, texts, switches, menus, license, address, primary contact, time zone and canonical origin. Replies have an ETag.",
    permission: "public",
    tenant: true,
    sameForAll: true,
    query: schemas.BrokerageQuery,
    response: PublicSite,
    tagged: true,
    run: getPublicSite,
  }),
  route({
    ...brokerages,
    method: "GET",
    path: "/api/admin/brokerages",
    operationId: "listBrokerages",
    summary: "List brokerages",
    description:
      "Admins see all brokerages, others their own. Disabled ones are left out, unless an admin sets `include_disabled`.",
    permission: "authenticated",
    query: schemas.BrokerageListQuery,
    response: schemas.BrokeragePage,
    run: listBrokerages,
  }),
  route({
    ...brokerages,
    method: "POST",
    path: "/api/admin/brokerages",
    operationId: "createBrokerage",
    summary: "Create a brokerage",
    permission: "admin",
    body: schemas.CreateBrokerageBody,
    response: schemas.Brokerage,
    errors: { 400: "Slug already exists" },
    run: createBrokerage,
  }),
  route({
    ...brokerages,
    method: "GET",
    path: "/api/admin/brokerages/{brokerage_id}",
    operationId: "getBrokerage",
    version: brokerageVersion,
    summary: "Get a brokerage",
    description: "Admins can also read a disabled brokerage.",
    permission: "authenticated",
    params: schemas.BrokerageParams,
    response: schemas.Brokerage,
    errors: missing,
    run: getBrokerage,
  }),
  route({
    ...brokerages,
    method: "PUT",
    path: "/api/admin/brokerages/{brokerage_id}",
    operationId: "updateBrokerage",
    version: brokerageVersion,
    summary: "Update a brokerage",
    description:
      "Fields that are absent keep their values. Brokers change their brokerage through an approved suggestion. " +
      "A disabled brokerage can only be updated with `disabled_at: null`, which restores it with its records.",
    permission: "admin",
    params: schemas.BrokerageParams,
    body: schemas.PutBrokerageBody,
    response: schemas.Brokerage,
    errors: { 400: "Slug already exists", ...missing },
    run: updateBrokerage,
  }),
  route({
    ...brokerages,
    method: "DELETE",
    path: "/api/admin/brokerages/{brokerage_id}",
    operationId: "deleteBrokerage",
    summary: "Disable a brokerage",
    description:
      "Its domains stop resolving at once, but no other brokerage can have them until they are removed.",
    permission: "admin",
    params: schemas.BrokerageParams,
    response: schemas.Message,
    errors: missing,
    version: deletionOf(brokerageVersion),
    run: deleteBrokerage,
  }),
  route({
    ...brokerages,
    method: "GET",
    path: "/api/admin/search/brokerages",
    operationId: "searchBrokerages",
    summary: "Search brokerages",
    permission: "authenticated",
    query: schemas.BrokerageSearchQuery,
    response: schemas.BrokerageSearchResults,
    run: searchBrokerages,
  }),
  ...domainRoutes,
  ...previewRoutes,
  ...brokerageSourceRoutes,
  ...brokerContactRoutes,
];
