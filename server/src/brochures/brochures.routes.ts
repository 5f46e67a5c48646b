import { Type } from "typebox";
import { Id } from "../platform/http/fields.ts";
import { BrokerageParameter } from "../platform/http/list-envelope.ts";
import { route } from "../platform/http/route.ts";
import { getListingBrochure } from "./get-listing-brochure.ts";

const Params = Type.Object({ listing_id: Type.String({ minLength: 1, maxLength: 200 }) });
const Query = Type.Object({
  ...BrokerageParameter,
  agent_id: Type.Optional(Id({ description: "An agent whose name, phone, email and photo are printed" })),
});

export const brochureRoutes = [
  route({
    method: "GET",
    path: "/api/properties/{listing_id}/pdf",
    operationId: "getListingBrochure",
    summary: "Get a listing's brochure as a PDF",
    description:
      "Letter size. The first brochure of a listing can take a few seconds to fetch photos. A caller can have 24 in progress; more get 429.",
    tag: "Properties",
    permission: "public",
    tenant: true,
    params: Params,
    query: Query,
    produces: "application/pdf",
    response: Type.Unsafe<unknown>({ contentMediaType: "application/pdf" }),
    errors: {
      404: "Property not found, or Agent not found",
      503: "Too many brochures of all callers are in progress: try again after Retry-After seconds",
    },
    run: getListingBrochure,
  }),
];
