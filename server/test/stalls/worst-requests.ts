import { facetNames } from "../../src/listings/facets/facet-table.ts";
import { hostileAreas } from "../polygon-oracle/hostile-areas.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";

export type WorstRequest = {
  route: string;
  what: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** What it answers, where it is not 200: a request that is refused early proves nothing of what it was to cost. */
  status?: number;
  /** It may be refused instead, after as much work as an answer may take. */
  mayBeRefused?: true;
};

/** Stands for the number of the round, so that no reply is one that is kept: no listing has such a feature. */
export const ROUND = "no-feature-of-round-0";

const CIRCLE = "center_lat=44&center_lng=-115.5&radius_miles=50";
/** Few or none have these. */
const RARE =
  "min_sqft=4999&max_stories=1&has_photos=true&list_office=none&listed_within_days=1&features=pool,view,shop";

const many = (count: number, text: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => text(nth));

const TOWNS = many(40, (nth) => `Town%20${nth}`).join();
/** As wide as they can be while they are set, so that facets lift them from nearly all listings. */
const EVERY_FACETED_FILTER = [
  `city=${TOWNS}`,
  "property_type=Residential,Land,Commercial&status=Active,Pending,Closed&include_unknown=true",
  "min_beds=1&min_baths=1&max_price=1999999&min_year_built=1901",
  `county=${many(8, (nth) => `County%20${nth}`)}&zip=${many(100, (nth) => String(83_000 + nth))}`,
].join("&");

/** The costliest requests that the schema allows, on each public route that reads listings. */
export function worstRequests(listings: number): WorstRequest[] {
  const pages = Math.floor(listings / 100);
  const deep = `page_size=100&page=${Math.floor(pages / 2)}`;
  const list = (what: string, query: string) => ({
    route: "GET /api/properties",
    what,
    path: `/api/properties?state=any&without=${ROUND}&${query}`,
  });
  const body = (what: string, filters: object, status = 200) => ({
    route: "POST /api/properties/search",
    what,
    path: "/api/properties/search",
    body: { ...filters, without: [ROUND] },
    status,
  });
  const words = (route: string, what: string, body: object) => ({
    route: `POST /api/search/${route}`,
    what,
    path: `/api/search/${route}`,
    body,
  });
  const suggest = (what: string, q: string) => ({
    route: "GET /api/search/autocomplete",
    what,
    path: `/api/search/autocomplete?limit=50&q=${encodeURIComponent(q)}`,
  });
  const denials = many(40, (nth) => `not in Town ${nth}`)
    .join(", ")
    .slice(0, 500);
  return [
    ...["list_date", "list_price", "beds", "baths", "sqft"].flatMap((sort) => [
      list(`first page by ${sort}`, `sort_by=${sort}&page_size=100`),
      list(`middle page by ${sort}`, `sort_by=${sort}&sort_order=asc&${deep}`),
      list(`last page by ${sort}`, `sort_by=${sort}&page_size=100&page=${pages}`),
    ]),
    list(
      "every filter, middle page",
      `min_price=0&min_baths=0&status=Active&sort_by=beds&page_size=100&page=${Math.floor(pages / 4)}`,
    ),
    ...[
      "a star",
      "slivers on top of each other",
      "a comb that is turned",
      "petals that meet at one point",
      "a line there and back",
    ].map((shape) => ({
      ...body(`a polygon of 2,000 points: ${shape}`, { polygon: drawn(shape), page_size: 100 }),
      mayBeRefused: true as const,
    })),
    body("a polygon that runs along itself", { polygon: alongItself(), page_size: 100 }, 422),
    list("all facets of everything", `facets=${facetNames}&page_size=100`),
    list("all facets, their own filters lifted", `${EVERY_FACETED_FILTER}&facets=${facetNames}`),
    list("near misses of many filters", `${EVERY_FACETED_FILTER}&${RARE}&near_misses=true`),
    list("near misses and facets beside a radius", `${RARE}&${CIRCLE}&near_misses=true&facets=${facetNames}`),
    {
      ...body("near misses of a polygon", { polygon: drawn("a star"), min_price: 1e9, near_misses: true }),
      mayBeRefused: true,
    },
    list("a word of every listing", "keywords=house&page_size=100"),
    list("a word that no listing has", `keywords=${ROUND}&near_misses=true`),
    list("the earth as a box", "min_lat=-90&max_lat=90&min_lng=-180&max_lng=180&page_size=100"),
    list(
      "a radius of 50 miles, deep",
      `center_lat=44&center_lng=-115.5&radius_miles=50&page_size=100&page=${Math.max(1, Math.floor(pages / 40))}`,
    ),
    ...[0, 8, 22].map((zoom) => ({
      route: "GET /api/map/clusters",
      what: `the earth at zoom ${zoom}`,
      path: `/api/map/clusters?state=any&without=${ROUND}&min_lat=-90&max_lat=90&min_lng=-180&max_lng=180&zoom=${zoom}`,
    })),
    {
      route: "GET /api/properties/{listing_id}/similar",
      what: "50 listings",
      path: "/api/properties/MLS-11/similar?limit=50",
    },
    {
      route: "GET /api/properties/{listing_id}/history",
      what: "one listing",
      path: "/api/properties/MLS-11/history",
    },
    {
      route: "GET /api/market-stats",
      what: "of everything",
      path: `/api/market-stats?state=any&months=120&property_type=Residential,Land,Commercial&city=${TOWNS},${ROUND}`,
    },
    {
      route: "GET /api/properties/{listing_id}/why",
      what: "each filter by itself",
      path: `/api/properties/MLS-11/why?state=any&without=${ROUND}&${EVERY_FACETED_FILTER}&${RARE}&${CIRCLE}`,
    },
    {
      route: "GET /api/open-houses",
      what: "of everything",
      path: `/api/open-houses?state=any&without=${ROUND}`,
    },
    ...["0/0/0", "8/45/93"].map((tile) => ({
      route: "GET /api/map/tiles/{z}/{x}/{y}.mvt",
      what: `tile ${tile}`,
      path: `/api/map/tiles/${tile}.mvt?state=any&without=${ROUND}`,
    })),
    { route: "GET /api/properties/{listing_id}", what: "one listing", path: "/api/properties/MLS-11" },
    {
      route: "GET /api/properties/{listing_id}/nearby",
      what: "50 miles",
      path: "/api/properties/MLS-11/nearby?radius_miles=50&limit=50",
    },
    { route: "GET /api/properties/cities/list", what: "all cities", path: "/api/properties/cities/list" },
    ...["a", "1", "t", "m"].map((letter) => suggest(`the letter ${letter}`, letter)),
    suggest("slips of the hand", "alderr streat twon"),
    suggest("eight words", "to to to to to to to to"),
    suggest("brackets", "[(".repeat(50)),
    words("semantic", "no pool", { query: "no pool", limit: 100 }),
    words("semantic", "no pool, a view", { query: "a view, no pool", limit: 100 }),
    words("semantic", "a house", { query: "a big quiet house with a large yard", limit: 100, explain: true }),
    words("semantic", "40 denials", { query: denials, limit: 100 }),
    words("semantic", "500 characters", {
      query: "house yard town view pool shop ".repeat(20).slice(0, 500),
      limit: 100,
    }),
    words("multimodal", "no pool, photos", {
      query: "a view, no pool",
      include_images: true,
      limit: 100,
      offset: 400,
    }),
    words("compare", "no pool, a view", { query: "a view, no pool", limit: 100 }),
    {
      ...words("similar-images", "a picture that is not there", { image_url: "/files/none.jpg", limit: 100 }),
      status: 400,
    },
    list("a parameter of 15 kB that is ignored", `_unknown=${"x".repeat(15_000)}`),
    list("2,000 parameters that are ignored", many(2000, (nth) => `_${nth}=1`).join("&")),
    { ...list("2,000 unknown parameters", many(2000, (nth) => `u${nth}=1`).join("&")), status: 422 },
    { ...list("an unknown parameter of 15 kB", `${"x".repeat(15_000)}=1`), status: 422 },
    {
      ...list("a bearer token of 15 kB", "page_size=1"),
      headers: { authorization: `Bearer ${"a".repeat(15_000)}` },
    },
    {
      ...list("a bearer token of 5,000 parts", "page_size=1"),
      headers: { authorization: `Bearer ${"a.".repeat(5000)}a` },
    },
    { ...list("cookies of 15 kB", "page_size=1"), headers: { cookie: "a=b; ".repeat(3000) } },
    { route: "GET /openapi.json", what: "the document", path: "/openapi.json" },
    { route: "GET /metrics", what: "all figures", path: "/metrics" },
    { route: "GET /health", what: "health", path: "/health" },
  ];
}

/** One of the areas that are costly to search, over the whole market. */
function drawn(shape: string): object {
  const parts = hostileAreas(new SeededRandom(1))[shape] ?? [];
  const moved = parts.map((part) =>
    part.map((ring) => ring.map(([lng, lat]) => [(lng + 122) * 4 - 115.5, (lat - 47.5) * 4 + 45])),
  );
  return { type: "MultiPolygon", coordinates: moved };
}

function alongItself(): object {
  const ring = many(1998, () => "").map((_, nth) => {
    const at = (nth % 2 ? nth : -nth) / 1000;
    return [at - 115.5, at + 45];
  });
  return { type: "Polygon", coordinates: [[...ring, ring[0]]] };
}
