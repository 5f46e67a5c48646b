import { route } from "../../platform/http/route.ts";
import { BrokerageParams, BrokerageSources } from "../brokerages.schemas.ts";
import { getBrokerageSources } from "./get-brokerage-sources.ts";
import { updateBrokerageSources } from "./update-brokerage-sources.ts";

const sources = {
  tag: "Brokerages",
  path: "/api/admin/brokerages/{brokerage_id}/sources",
  params: BrokerageParams,
  response: BrokerageSources,
  errors: { 404: "Brokerage not found" },
} as const;

export const brokerageSourceRoutes = [
  route({
    ...sources,
    method: "GET",
    operationId: "getBrokerageSources",
    summary: "List the sources whose listings a brokerage shows",
    permission: "broker",
    run: getBrokerageSources,
  }),
  route({
    ...sources,
    method: "PUT",
    operationId: "updateBrokerageSources",
    summary: "Replace the sources whose listings a brokerage shows",
    description: "An empty list means all sources.",
    // Not for brokers: which feeds a brokerage may show is part of its agreement with the MLS.
    permission: "admin",
    body: BrokerageSources,
    run: updateBrokerageSources,
  }),
];
