import { Type } from "typebox";
import { route } from "../platform/http/route.ts";
import { deleteListing } from "./delete-listing.ts";
import { getListing } from "./get-listing.ts";
import { importListings } from "./import/import-listings.ts";
import { listCities } from "./list-cities.ts";
import { listNearbyListings } from "./list-nearby-listings.ts";
import { listSources } from "./list-sources.ts";
import * as schemas from "./listings.schemas.ts";
import { SourcePage, SourcesQuery } from "./listings.schemas.ts";
import { searchListings } from "./search-listings.ts";

const properties = { tag: "Properties", permission: "public", tenant: true } as const;

export const listingRoutes = [
  route({
    ...properties,
    method: "GET",
    path: "/api/properties",
    operationId: "searchListings",
    summary: "Search listings",
    description: "Replies have an ETag; a request whose If-None-Match has it is answered 304 without a body.",
    query: schemas.SearchQuery,
    response: schemas.ListingPage,
    run: searchListings,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/properties/cities/list",
    operationId: "listCities",
    summary: "List cities with their number of active listings",
    query: schemas.TenantQuery,
    response: schemas.CityCounts,
    run: listCities,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/properties/{listing_id}",
    operationId: "getListing",
    summary: "Get a listing",
    params: schemas.ListingParams,
    query: schemas.TenantQuery,
    response: schemas.ListingDetail,
    errors: { 404: "Property not found" },
    run: getListing,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/properties/{listing_id}/nearby",
    operationId: "listNearbyListings",
    summary: "List active listings near a listing, nearest first",
    params: schemas.ListingParams,
    query: schemas.NearbyQuery,
    response: Type.Array(schemas.NearbyListing),
    errors: { 400: "Property has no location data", 404: "Property not found" },
    run: listNearbyListings,
  }),
  route({
    method: "POST",
    path: "/api/admin/listings/import",
    operationId: "importListings",
    summary: "Import RESO records, one JSON object per line",
    description:
      "A stream of any length, plain or gzip. Safe to repeat: unchanged records are skipped. With `replace`, listings of the source that the stream lacks are removed, as if the source had removed them, once all of it is stored. Nothing is removed when the stream is damaged, when the keys of rejected records cannot be read, when pages are missing, or when the removal guard holds.",
    tag: "Listings administration",
    permission: "admin",
    query: schemas.ImportQuery,
    streamBody: true,
    response: schemas.ImportReport,
    errors: {
      400: "The stream is missing or damaged; records before the damage are imported",
      409: "A feed keeps the source in step",
      503: "The server is stopping; records read until then are imported",
    },
    run: importListings,
  }),
  route({
    method: "GET",
    path: "/api/admin/sources",
    operationId: "listSources",
    summary: "List the sources of listings: feeds and imported files",
    tag: "Listings administration",
    permission: "admin",
    query: SourcesQuery,
    response: SourcePage,
    run: listSources,
  }),
  route({
    method: "DELETE",
    path: "/api/admin/listings/{listing_id}",
    operationId: "deleteListing",
    summary: "Remove a listing",
    description:
      "It leaves every search and page at once, and webhooks get `listing.updated` with the change `removed`. An import that has it shows it again.",
    tag: "Listings administration",
    permission: "admin",
    params: schemas.ListingParams,
    response: schemas.Message,
    errors: { 404: "Property not found" },
    run: deleteListing,
  }),
];
