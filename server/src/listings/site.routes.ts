import { route } from "../platform/http/route.ts";
import { getGoneListing } from "./gone/get-gone-listing.ts";
import { GoneListing, GoneQuery } from "./gone/gone.schemas.ts";
import { ListingParams, TenantQuery } from "./listings.schemas.ts";
import { listListingIndex } from "./public-index/list-listing-index.ts";
import { ListingIndexPage, ListingIndexQuery } from "./public-index/public-index.schemas.ts";
import { listTowns } from "./towns/list-towns.ts";
import { Towns } from "./towns/towns.schemas.ts";

const properties = { tag: "Properties", permission: "public", tenant: true, sameForAll: true } as const;

/** What a brokerage's website needs beside searches and details. */
export const siteListingRoutes = [
  route({
    ...properties,
    method: "GET",
    path: "/api/public/towns",
    operationId: "listTowns",
    summary: "List towns with their number of active listings and their position",
    description: "By name, those of one name by state. Replies have an ETag.",
    query: TenantQuery,
    response: Towns,
    run: listTowns,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/public/listing-index",
    operationId: "listListingIndex",
    summary: "List the addresses of all listings, for sitemaps",
    description:
      "10,000 a page, by listing_id, in every state and status. `updated_at` is the last change of what is shown. Replies have an ETag.",
    query: ListingIndexQuery,
    response: ListingIndexPage,
    limits: ["listing_index"],
    run: listListingIndex,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/properties/{listing_id}/gone",
    operationId: "getGoneListing",
    summary: "Get homes near a listing that was shown and is gone",
    description:
      "For the page that such a listing had: a website answers 410 with these homes. Nothing of the listing itself is told. Every other listing is 404, as one that never existed: one that is public, one that this brokerage has never shown, and one of a source that it shows no more. Replies have an ETag.",
    params: ListingParams,
    query: GoneQuery,
    response: GoneListing,
    errors: { 404: "Property not found" },
    tagged: true,
    run: getGoneListing,
  }),
];
