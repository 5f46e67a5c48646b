import { columnOf, rowOf } from "../../../server/src/listings/map/mercator.ts";
import {
  centreOf,
  narrowFilters,
  parametersOf,
  type QuerySpace,
  searchPath,
  type Width,
  wideFilters,
} from "./queries.ts";

/** Requests beside the list of listings. */
export const answers = [
  "facets, town",
  "facets, country",
  "clusters, town",
  "clusters, country",
  "tile, low zoom",
  "tile, high zoom",
  "near misses",
] as const;
export type Answer = (typeof answers)[number];

/** What a reply has beside its total, and is compared by. */
export type ReplyKind = "page" | "facets" | "nearMisses" | "clusters" | "tile";

type Query = { title: string; reply: ReplyKind; path(space: QuerySpace, random: () => number): string };

const FACETS = "facets=city,status,beds,zip";
const [LOW_ZOOM, HIGH_ZOOM] = [6, 14];
/** The width of a map on a screen: its zoom follows from its box. */
const SCREEN_TILES = 1024 / 256;
/** More than any listing costs: a bound that makes requests differ and leaves out none. */
const ABOVE_ALL_PRICES = 3_000_000;
/** Of the height of a box that matches ten: it matches about one. */
const NEAR_MISS_SHARE = 0.3;

export const answerQueries: Record<Answer, Query> = {
  "facets, town": {
    title: "facets of a search, about 1,000 match",
    reply: "facets",
    path: (space, random) => facetsPath(space, "1,000", random),
  },
  "facets, country": {
    title: "facets of a search, about 60 % match",
    reply: "facets",
    path: (space, random) => facetsPath(space, "60 %", random),
  },
  "clusters, town": {
    title: "map clusters, about 1,000 match",
    reply: "clusters",
    path: (space, random) => clustersPath(narrowFilters(space, space.halfHeights.thousand, random)),
  },
  "clusters, country": {
    title: "map clusters, about 60 % match",
    reply: "clusters",
    path: (space, random) => clustersPath(wideFilters(space, random)),
  },
  "tile, low zoom": {
    title: `vector tile, zoom ${LOW_ZOOM}`,
    reply: "tile",
    path: (space, random) => tilePath(space, LOW_ZOOM, random),
  },
  "tile, high zoom": {
    title: `vector tile, zoom ${HIGH_ZOOM}`,
    reply: "tile",
    path: (space, random) => tilePath(space, HIGH_ZOOM, random),
  },
  "near misses": {
    title: "near misses: no peer has them",
    reply: "nearMisses",
    path: (space, random) => {
      const filters = narrowFilters(space, space.halfHeights.few * NEAR_MISS_SHARE, random);
      return `/api/properties?${parametersOf(filters)}&near_misses=true`;
    },
  },
};

function facetsPath(space: QuerySpace, width: Exclude<Width, "mix">, random: () => number): string {
  return `${searchPath(space, width, random)}&${FACETS}`;
}

function clustersPath(filters: Record<string, number> & { min_lng: number; max_lng: number }): string {
  const zoom = Math.log2((SCREEN_TILES * 360) / (filters.max_lng - filters.min_lng));
  return `/api/map/clusters?zoom=${Math.min(22, zoom).toFixed(2)}&${parametersOf(filters)}`;
}

/** The tile of a listing, without the cheapest homes. */
function tilePath(space: QuerySpace, zoom: number, random: () => number): string {
  const { lat, lng } = centreOf(space, random);
  const filters = {
    min_price: Math.round(space.widePrice * (0.97 + random() * 0.06)),
    max_price: Math.round(ABOVE_ALL_PRICES * (1 + random())),
  };
  return `/api/map/tiles/${zoom}/${columnOf(lng, zoom)}/${rowOf(lat, zoom)}.mvt?${parametersOf(filters)}`;
}
