import { route } from "../../platform/http/route.ts";
import { BrokerageParams, UpdateBrokerageBody } from "../brokerages.schemas.ts";
import { PublicSite } from "../site/public-site.schemas.ts";
import { createBrandingPreview } from "./create-branding-preview.ts";
import { getSitePreview } from "./get-site-preview.ts";
import { BrandingPreview, PreviewParams } from "./preview.schemas.ts";

export const previewRoutes = [
  route({
    tag: "Brokerages",
    permission: "broker",
    method: "POST",
    path: "/api/admin/brokerages/{brokerage_id}/preview",
    operationId: "createBrandingPreview",
    summary: "Preview the website with fields that are not saved",
    description:
      "Changes nothing. For ten minutes `/?preview={token}` on a domain of the brokerage shows its first page with these fields, which pages of that domain and of CONSOLE_URL may show in a frame.",
    params: BrokerageParams,
    body: UpdateBrokerageBody,
    status: 201,
    showsSecret: true,
    response: BrandingPreview,
    errors: { 404: "Brokerage not found" },
    run: createBrandingPreview,
  }),
  route({
    tag: "Brokerages",
    permission: "public",
    tenant: true,
    method: "GET",
    path: "/api/public/site-previews/{token}",
    operationId: "getSitePreview",
    summary: "Get what a website shows of a brokerage, with the fields of a preview",
    params: PreviewParams,
    // What is not saved yet is for staff: no cache keeps it.
    showsSecret: true,
    response: PublicSite,
    errors: { 404: "Brokerage not found, or Preview not found" },
    run: getSitePreview,
  }),
];
