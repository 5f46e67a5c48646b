import { route } from "../../platform/http/route.ts";
import * as schemas from "../brokerages.schemas.ts";
import { BrokerageParams, Message } from "../brokerages.schemas.ts";
import { addBrokerageDomain } from "./add-brokerage-domain.ts";
import { listBrokerageDomains } from "./list-brokerage-domains.ts";
import { removeBrokerageDomain } from "./remove-brokerage-domain.ts";

/** Admins only, because a domain determines whose data is shown. */
const domains = { tag: "Brokerages", permission: "admin" } as const;

export const domainRoutes = [
  route({
    ...domains,
    method: "GET",
    path: "/api/admin/brokerages/{brokerage_id}/domains",
    operationId: "listBrokerageDomains",
    summary: "List the domains of a brokerage",
    params: BrokerageParams,
    query: schemas.DomainListQuery,
    response: schemas.DomainPage,
    errors: { 404: "Brokerage not found" },
    run: listBrokerageDomains,
  }),
  route({
    ...domains,
    method: "POST",
    path: "/api/admin/brokerages/{brokerage_id}/domains",
    operationId: "addBrokerageDomain",
    summary: "Add a domain to a brokerage",
    params: BrokerageParams,
    body: schemas.AddDomainBody,
    status: 201,
    response: schemas.Domain,
    errors: { 404: "Brokerage not found", 409: "A brokerage has this domain already" },
    run: addBrokerageDomain,
  }),
  route({
    ...domains,
    method: "DELETE",
    path: "/api/admin/brokerages/{brokerage_id}/domains/{domain_id}",
    operationId: "removeBrokerageDomain",
    summary: "Remove a domain from a brokerage",
    params: schemas.DomainParams,
    response: Message,
    errors: { 404: "Brokerage not found, or Domain not found" },
    run: removeBrokerageDomain,
  }),
];
