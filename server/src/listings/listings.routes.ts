import { Type } from "typebox";
import { route } from "../platform/http/route.ts";
import { deleteListing } from "./delete-listing.ts";
import { getListing } from "./get-listing.ts";
import { getListingHistory } from "./history/get-listing-history.ts";
import { ListingChange } from "./history/history.schemas.ts";
import { ImportQuery, ImportReport } from "./import/import.schemas.ts";
import { importListings } from "./import/import-listings.ts";
import { listCities } from "./list-cities.ts";
import { listNearbyListings } from "./list-nearby-listings.ts";
import { listSources } from "./list-sources.ts";
import * as schemas from "./listings.schemas.ts";
import { SourcePage, SourcesQuery } from "./listings.schemas.ts";
import { getMapTile } from "./map/get-map-tile.ts";
import { listMapClusters } from "./map/list-map-clusters.ts";
import * as mapSchemas from "./map/map.schemas.ts";
import { getMarketStats } from "./market/get-market-stats.ts";
import { MarketStats, MarketStatsQuery } from "./market/market.schemas.ts";
import { getOpenHouseFile } from "./open-houses/get-open-house-file.ts";
import { listOpenHouses } from "./open-houses/list-open-houses.ts";
import { OpenHousePage, OpenHouseParams, OpenHousesQuery } from "./open-houses/open-houses.schemas.ts";
import { getSourceRules } from "./rules/get-source-rules.ts";
import { SourceParams, SourceRulesView, UpdateSourceRulesBody } from "./rules/rules.schemas.ts";
import { sourceRulesVersion } from "./rules/rules-version.ts";
import { updateSourceRules } from "./rules/update-source-rules.ts";
import { searchListings } from "./search-listings.ts";
import { searchListingsByBody } from "./search-listings-by-body.ts";
import { listSimilarListings } from "./similar/list-similar-listings.ts";
import { SimilarListing, SimilarQuery } from "./similar/similar.schemas.ts";
import { siteListingRoutes } from "./site.routes.ts";
import { visibilityRoutes } from "./visibility/visibility.routes.ts";
import { explainMatch } from "./why/explain-match.ts";
import { Why, WhyQuery } from "./why/why.schemas.ts";

const properties = { tag: "Properties", permission: "public", tenant: true, sameForAll: true } as const;

const sourceRules = {
  tag: "Listings administration",
  permission: "admin",
  path: "/api/admin/sources/{source}/rules",
  params: SourceParams,
  response: SourceRulesView,
  errors: { 404: "Source not found" },
} as const;

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
    method: "POST",
    path: "/api/properties/search",
    operationId: "searchListingsByBody",
    summary: "Search listings, with the parameters as JSON",
    description:
      "The parameters of `GET /api/properties` as JSON values: lists are arrays, or text with commas.",
    readsOnly: true,
    strictBody: true,
    query: schemas.TenantQuery,
    body: schemas.SearchBody,
    response: schemas.ListingPage,
    run: searchListingsByBody,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/properties/cities/list",
    operationId: "listCities",
    summary: "List cities with their number of active listings",
    description: "Replies have an ETag.",
    query: schemas.TenantQuery,
    response: schemas.CityCounts,
    tagged: true,
    run: listCities,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/map/clusters",
    operationId: "listMapClusters",
    summary: "List clusters of listings in a part of the map",
    description:
      "Counts are exact. Clusters are squares of the map that do not move with its edge, with four listings or more; the listings of other squares are listed. Squares become larger where there would be more than 500 clusters and listings. Beside the map that is shown there may be a radius or a polygon. Replies have an ETag.",
    query: mapSchemas.MapClustersQuery,
    response: mapSchemas.MapClusters,
    run: listMapClusters,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/map/tiles/{z}/{x}/{y}.mvt",
    asset: true,
    operationId: "getMapTile",
    summary: "Get a vector tile of listings",
    description:
      "A Mapbox Vector Tile, version 2, without a buffer: each listing is in one tile of a zoom. Layer `listings` has points with `listing_id`, `price`, `beds` and `status`. Below zoom 14, and in a tile with more than 10,000 listings, cells of an eighth of the tile's width with four listings or more are points of the layer `clusters` with `count`, `min_price` and `max_price`. What is not known or not shown is left out. Tiles have an ETag, and are sent with gzip to callers who accept it.",
    params: mapSchemas.MapTileParams,
    query: mapSchemas.MapTileQuery,
    produces: mapSchemas.MAP_TILE,
    response: mapSchemas.MapTile,
    noContent: "The tile has no listing",
    run: getMapTile,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/market-stats",
    operationId: "getMarketStats",
    summary: "Get statistics of a market by month",
    description:
      "Of the listings that are shown, from their facts and their public histories: what a source hides is not counted. `median_list_price` is of the listings of the month as they were listed; `median_sold_price`, `median_price_per_sqft`, `median_days_on_market` and `sale_to_list` (the price of the sale by the last asking price) are of the sales of the month. A sale without a known price counts in `sold` alone. Replies have an ETag.",
    query: MarketStatsQuery,
    response: MarketStats,
    errors: { 503: "The listings are being read after a start, or too many statistics are being counted" },
    run: getMarketStats,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/properties/{listing_id}",
    operationId: "getListing",
    summary: "Get a listing",
    params: schemas.ListingParams,
    query: schemas.DetailQuery,
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
    description: "Replies have an ETag.",
    params: schemas.ListingParams,
    query: schemas.NearbyQuery,
    response: Type.Array(schemas.NearbyListing),
    errors: { 400: "Property has no location data", 404: "Property not found" },
    tagged: true,
    run: listNearbyListings,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/properties/{listing_id}/why",
    operationId: "explainMatch",
    summary: "Say why a search has a listing, or has it not",
    description:
      "Takes all filters of `GET /api/properties`, and checks each of them against the listing. `matches` says whether the list has it.",
    params: schemas.ListingParams,
    query: WhyQuery,
    response: Why,
    errors: { 404: "Property not found" },
    run: explainMatch,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/open-houses",
    operationId: "listOpenHouses",
    summary: "List open houses of listings, soonest first",
    description:
      "Takes all filters of `GET /api/properties`. Open houses that have ended, were canceled or are for agents are left out. Replies have an ETag.",
    query: OpenHousesQuery,
    response: OpenHousePage,
    run: listOpenHouses,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/open-houses/{id}.ics",
    operationId: "getOpenHouseFile",
    summary: "Get an open house for a calendar",
    description: "iCalendar, in the time zone of the listing. Replies have an ETag.",
    params: OpenHouseParams,
    query: schemas.TenantQuery,
    produces: "text/calendar",
    response: Type.Unsafe<unknown>({ contentMediaType: "text/calendar" }),
    errors: { 404: "Open house not found" },
    run: getOpenHouseFile,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/properties/{listing_id}/history",
    operationId: "getListingHistory",
    summary: "Get the history of a listing: prices and statuses, newest first",
    description:
      "What visitors could see of its past, under the rules of its source. Times in which it was not shown are one change to `Off Market`, and their prices show in the price with which it returns. Replies have an ETag.",
    params: schemas.ListingParams,
    query: schemas.TenantQuery,
    response: Type.Array(ListingChange),
    errors: { 404: "Property not found" },
    tagged: true,
    run: getListingHistory,
  }),
  route({
    ...properties,
    method: "GET",
    path: "/api/properties/{listing_id}/similar",
    operationId: "listSimilarListings",
    summary: "List listings like a listing, with the reasons",
    description:
      "Of the same type, in the same city or within 15 miles: Active ones first, then by their likeness in price, size, rooms, place and features. Words of protected classes are not compared. Replies have an ETag.",
    params: schemas.ListingParams,
    query: SimilarQuery,
    response: Type.Array(SimilarListing),
    errors: { 404: "Property not found" },
    tagged: true,
    run: listSimilarListings,
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
    query: ImportQuery,
    streamBody: true,
    response: ImportReport,
    errors: {
      400: "The stream is missing or damaged; records before the damage are imported",
      409: "A feed keeps the source in step",
      503: "The server is stopping; records read until then are imported",
    },
    endsAtStop: true,
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
    ...sourceRules,
    method: "GET",
    operationId: "getSourceRules",
    version: sourceRulesVersion,
    summary: "Get the rules of a source: what its licence allows",
    run: getSourceRules,
  }),
  route({
    ...sourceRules,
    method: "PUT",
    operationId: "updateSourceRules",
    version: sourceRulesVersion,
    summary: "Update the rules of a source",
    description:
      "Rules that are absent keep their values; null restores a default. A change holds within seconds in every place that shows a listing; vectors and descriptions of listings that models may no longer read are deleted within half a minute.",
    body: UpdateSourceRulesBody,
    run: updateSourceRules,
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
  ...visibilityRoutes,
  ...siteListingRoutes,
];
