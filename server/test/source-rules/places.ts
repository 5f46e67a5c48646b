import { rangeNames } from "../../src/listings/filters/filter-table.ts";
import { announcedListings } from "../../src/listings/index.ts";
import { readPdf, textOf } from "../harness/read-pdf.ts";
import type { Reply } from "../harness/test-app.ts";
import { marksOf, type Name, names, type SourcesFixture } from "./sources-fixture.ts";

/** Everything that a place shows of all sources' listings, as one text in lower case. */
type Place = (sources: SourcesFixture) => Promise<string>;

const get =
  (path: string): Place =>
  async ({ market }) =>
    shown(await market.get(path));
const ofEach =
  (path: (name: Name) => string): Place =>
  async ({ market }) =>
    (await Promise.all(names.map(async (name) => shown(await market.get(path(name)))))).join("\n");
const asAdmin =
  (path: (name: Name) => string): Place =>
  async ({ lintel, admin }) =>
    (await Promise.all(names.map(async (name) => shown(await lintel.call(path(name), { key: admin }))))).join(
      "\n",
    );
const post =
  (path: string, body: object): Place =>
  async ({ lintel, market }) =>
    shown(await lintel.call(path, { method: "POST", host: market.host, body }));

/** All filters that say something of a listing where `why` explains them. */
const filters = [
  "city=x&zip=x&county=x&property_type=Land&property_subtype=x&status=Sold&features=x&without=x&list_office=x&list_agent=x",
  "keywords=house&has_photos=true&new_construction=true&listed_within_days=1&price_reduced_days=1&open_house_from=2026-01-01",
  "center_lat=43.6&center_lng=-116.2&radius_miles=1",
  ...rangeNames.map((name) => `min_${name}=1`),
].join("&");

/** Every route that shows a listing, by its operation. */
export const places: Record<string, Place> = {
  searchListings: get("/api/properties?page_size=100"),
  searchListingsByBody: post("/api/properties/search", { page_size: 100 }),
  listCities: get("/api/properties/cities/list"),
  listTowns: get("/api/public/towns"),
  listListingIndex: get("/api/public/listing-index"),
  getGoneListing: ofEach((name) => `/api/properties/${marksOf(name).soldId}/gone`),
  getMarketStats: get("/api/market-stats?months=120&state=any"),
  // In cells that hold one source's listings: the mean of several has the place of another.
  listMapClusters: get("/api/map/clusters?min_lat=43.6&max_lat=43.7&min_lng=-116.3&max_lng=-116.2&zoom=22"),
  getMapTile: get("/api/map/tiles/0/0/0.mvt?state=any"),
  getListing: ofEach((name) => `/api/properties/${marksOf(name).id}`),
  listOpenHouses: get("/api/open-houses?page_size=100"),
  getOpenHouseFile: async (sources) => {
    const { items } = (await sources.market.get("/api/open-houses?page_size=100")).body;
    const files = items.map(({ id }: { id: number }) => get(`/api/open-houses/${id}.ics`)(sources));
    return (await Promise.all(files)).join("\n");
  },
  getListingHistory: ofEach((name) => `/api/properties/${marksOf(name).id}/history`),
  explainMatch: ofEach((name) => `/api/properties/${marksOf(name).id}/why?${filters}`),
  listSimilarListings: ofEach((name) => `/api/properties/${marksOf(name).id}/similar?limit=50`),
  listNearbyListings: ofEach((name) => `/api/properties/${marksOf(name).id}/nearby?radius_miles=50`),
  getListingBrochure: brochures,
  autocomplete: async (sources) => {
    const prefixes = names.flatMap((name) => [`12 ${name}`, `${name}c`, `${name}-`]);
    const found = await Promise.all(
      [...prefixes, "837"].map((q) => get(`/api/search/autocomplete?q=${q}`)(sources)),
    );
    return found.join("\n");
  },
  semanticSearch: post("/api/search/semantic", { query: "a greenhouse", limit: 100 }),
  multimodalSearch: post("/api/search/multimodal", { query: "a greenhouse", limit: 100 }),
  compareSearches: post("/api/search/compare", { query: "a greenhouse" }),
  getImageDescriptions: asAdmin((name) => `/api/admin/properties/${marksOf(name).id}/image-descriptions`),
  listImagesByRoom: asAdmin(() => "/api/admin/images/by-room/kitchen"),
  searchImages: asAdmin(() => "/api/admin/search/images?q=view"),
  searchImagesVisually: asAdmin(() => "/api/admin/search/images-visual?q=kitchen&min_score=0"),
};

/** Routes of these slices that show no listing: they change something, or tell of sources and jobs. */
export const withoutListings = new Set([
  ...["importListings", "listSources", "getSourceRules", "updateSourceRules", "deleteListing"],
  // Staff read here why something is hidden, and correct photos before they are shown.
  ...["getListingVisibility", "listListingPhotos"],
  // Its picture is the caller's; what it finds is read like the photos of `searchImages`.
  "findSimilarImages",
  ...[
    "analyzePropertyImages",
    "reindexImages",
    "getIndexingJob",
    "getImageIndexStats",
    "deleteImageEmbeddings",
  ],
  ...["getImage", "setImageRoomType", "listImageFeatures", "addImageFeature", "removeImageFeature"],
]);

/** What else shows listings to people outside. */
export const otherPlaces: Record<string, Place> = {
  webhooks: async ({ lintel }) => {
    const all = { revision: 0, since: new Date(0), limit: 100 };
    const announced = await announcedListings(lintel.database.db, all);
    return JSON.stringify(
      announced.filter(({ change }) => change !== null && change !== "removed"),
    ).toLowerCase();
  },
};

async function brochures({ lintel, market }: SourcesFixture): Promise<string> {
  const texts = names.map(async (name) => {
    const { statusCode, rawPayload } = await lintel.app.inject({
      url: `/api/properties/${marksOf(name).id}/pdf`,
      headers: { host: market.host },
    });
    return statusCode === 200 ? textOf((await readPdf(rawPayload)).pages).replaceAll(",", "") : "";
  });
  return (await Promise.all(texts)).join("\n").toLowerCase();
}

function shown({ status, text }: Reply): string {
  return status === 200 ? text.toLowerCase() : "";
}
