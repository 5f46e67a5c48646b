import { encodeTile } from "./encode-tile.ts";
import { type Filters, withoutBox } from "./filters.ts";
import type { ListingStore } from "./listing-store.ts";
import {
  type Cell,
  CLUSTERED_FROM,
  coarserGrid,
  type Grid,
  gridOfTile,
  gridOfZoom,
  type TileAddress,
  tileEdges,
} from "./map-grid.ts";

/** Clusters and single listings of a reply. */
const MOST_MARKS = 500;
/** From here on a tile has a point for each listing. */
const POINTS_FROM_ZOOM = 14;

type Marks = { total: number; clusters: Cell[]; sparse: Cell[] };

/** JSON. The cells are larger than those of the zoom where the reply would be too long. */
export async function clustersReply(store: ListingStore, filters: Filters, zoom: number): Promise<string> {
  let grid = gridOfZoom(zoom);
  let marks = await marksOf(store, filters, grid);
  while (numberOf(marks) > MOST_MARKS) {
    grid = coarserGrid(grid);
    marks = await marksOf(store, filters, grid);
  }
  const { total, clusters, sparse } = marks;
  const listings = sparse.length > 0 ? await store.cards(withoutBox(filters), sparse) : "[]";
  const shown = clusters.map(({ lat, lng, count, min_price, max_price, ...bounds }) => ({
    ...{ lat, lng, count, min_price, max_price },
    bounds,
  }));
  return `{"total":${total},"clusters":${JSON.stringify(shown)},"listings":${listings}}`;
}

/** Empty when the tile has no listing. */
export async function tileReply(store: ListingStore, tile: TileAddress, given: Filters): Promise<Uint8Array> {
  const filters = { ...given, ...tileEdges(tile) };
  if (tile.z >= POINTS_FROM_ZOOM) return encodeTile(tile, [], await store.points(filters));
  const { clusters, sparse } = await marksOf(store, filters, gridOfTile(tile));
  const points = sparse.length > 0 ? await store.pointsWithin(withoutBox(filters), sparse) : [];
  return encodeTile(tile, clusters, points);
}

async function marksOf(store: ListingStore, filters: Filters, grid: Grid): Promise<Marks> {
  const cells = await store.cells(filters, grid);
  return {
    total: cells.reduce((total, { count }) => total + count, 0),
    clusters: cells.filter(({ count }) => count >= CLUSTERED_FROM),
    sparse: cells.filter(({ count }) => count < CLUSTERED_FROM),
  };
}

function numberOf({ clusters, sparse }: Marks): number {
  return sparse.reduce((number, { count }) => number + count, clusters.length);
}
