import { route } from "../../platform/http/route.ts";
import { ListingParams } from "../listings.schemas.ts";
import { getListingVisibility } from "./get-listing-visibility.ts";
import { ListingVisibility, VisibilityQuery } from "./visibility.schemas.ts";

export const visibilityRoutes = [
  route({
    method: "GET",
    path: "/api/admin/listings/{listing_id}/visibility",
    operationId: "getListingVisibility",
    summary: "Say why visitors of a brokerage see a listing, or do not see it",
    description:
      "Also of listings that are not public. The brokerage is that of the Host, or `brokerage_id`. Staff see listings of the sources that their own brokerage shows; admins see all.",
    tag: "Listings administration",
    permission: "authenticated",
    tenant: true,
    params: ListingParams,
    query: VisibilityQuery,
    response: ListingVisibility,
    errors: { 404: "Property not found" },
    run: getListingVisibility,
  }),
];
