import { route } from "../../platform/http/route.ts";
import { brokerageSourcesVersion } from "../brokerage-versions.ts";
import { BrokerageParams, BrokerageSources, DeletedSource, SourceParams } from "../brokerages.schemas.ts";
import { deleteSource } from "./delete-source.ts";
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
    version: brokerageSourcesVersion,
    summary: "List the sources whose listings a brokerage shows",
    permission: "broker",
    run: getBrokerageSources,
  }),
  route({
    ...sources,
    method: "PUT",
    operationId: "updateBrokerageSources",
    version: brokerageSourcesVersion,
    summary: "Replace the sources whose listings a brokerage shows",
    description: "An empty list means all sources.",
    // Not for brokers: which feeds a brokerage may show is part of its agreement with the MLS.
    permission: "admin",
    body: BrokerageSources,
    run: updateBrokerageSources,
  }),
  route({
    method: "DELETE",
    path: "/api/admin/sources/{source}",
    operationId: "deleteSource",
    summary: "Remove a source with all of its listings",
    description:
      "Photos, history, vectors and subscriptions go with them. Works in batches; after an interruption the next call continues. Stop imports of the source first. Webhooks get no event for each listing.",
    tag: "Listings administration",
    permission: "admin",
    params: SourceParams,
    response: DeletedSource,
    errors: {
      404: "Source not found",
      409: "The source has a feed; or a brokerage subscribes to this source alone, and would show all others without it",
      503: "The server is stopping; listings removed until then are gone",
    },
    endsAtStop: true,
    run: deleteSource,
  }),
];
