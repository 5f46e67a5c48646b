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
    summary: "The sources whose listings a brokerage shows",
    permission: "broker",
    run: getBrokerageSources,
  }),
  route({
    ...sources,
    method: "PUT",
    operationId: "updateBrokerageSources",
    summary: "Choose the sources whose listings a brokerage shows",
    description: "The list replaces the one before. An empty one means all sources.",
    // Which feeds a brokerage may show is agreed with the MLS, not by itself.
    permission: "admin",
    body: BrokerageSources,
    run: updateBrokerageSources,
  }),
];
