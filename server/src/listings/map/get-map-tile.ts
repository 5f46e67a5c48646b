import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { EncodedFile } from "../../platform/http/encoded-file.ts";
import { inQuery } from "../filters/filter-rules.ts";
import { toListingFilters } from "../filters/to-listing-filters.ts";
import { lastingFilters, spanOf } from "../search-index/answer-cache.ts";
import type { ListingFilters } from "../search-index/listing-query.ts";
import type { UsesListings } from "../services.ts";
import { encodeTile } from "./encode-tile.ts";
import { MAP_TILE, type MapTileQuery } from "./map.schemas.ts";
import { type TileAddress, tileRegion } from "./map-area.ts";
import { type MapMarks, type MapSource, mapMarks, mapPoints } from "./map-marks.ts";

/** From here on every listing is a point (search.md, D24). */
const POINTS_FROM_ZOOM = 14;
/** More points than these are clustered at any zoom: a tile of so many has half a megabyte and takes some 20 ms to encode. */
const MOST_POINTS = 10_000;
/** A tile has 8 × 8 cells: at most 64 clusters, or 192 points. */
const LEVELS_BELOW_TILE = 3;

/**
 * The listings of a square of the map as a Mapbox Vector Tile: layer `listings` of points and, below zoom 14, layer `clusters` of cells
 * with four listings or more. A listing is in one tile of a zoom, because tiles have no buffer.
 *
 * @throws AppError 422 for a tile that is not on the map, and for filters that contradict each other.
 */
export async function getMapTile(
  ctx: TenantContext<UsesListings>,
  { z, x, y, ...given }: MapTileQuery,
): Promise<EncodedFile> {
  const tile = { z, x, y };
  refuseOffMap(tile);
  const filters = await toListingFilters(ctx, given, { place: inQuery });
  const { tiles, index } = ctx.listings;
  const key = JSON.stringify([tile, lastingFilters(filters)]);
  const { version } = index;
  const known = tiles.get(key, { version, now: ctx.clock.now().getTime() });
  if (known) return known;
  const reply = new EncodedFile(Buffer.from(encodeTile(tile, marksOfTile(index, tile, filters))), MAP_TILE);
  tiles.set(key, { version, span: spanOf(filters, index) }, reply);
  return reply;
}

/** What a tile has. */
export function marksOfTile(
  index: MapSource,
  tile: TileAddress,
  filters: ListingFilters,
): Omit<MapMarks, "total"> {
  const found = { filters, area: tileRegion(tile) };
  const points = tile.z >= POINTS_FROM_ZOOM ? mapPoints(index, found, MOST_POINTS) : null;
  if (points) return { clusters: [], points };
  const side = 2 ** LEVELS_BELOW_TILE;
  const grid = {
    level: tile.z + LEVELS_BELOW_TILE,
    column: tile.x * side,
    columns: side,
    row: tile.y * side,
    rows: side,
  };
  return mapMarks(index, found, grid, Infinity);
}

function refuseOffMap({ z, x, y }: TileAddress): void {
  const last = 2 ** z - 1;
  const issues = Object.entries({ x, y })
    .filter(([, square]) => square > last)
    .map(([name]) => ({
      loc: ["path", name],
      msg: `${name} must be at most ${last} at zoom ${z}`,
      type: "value_error",
    }));
  if (issues.length > 0) throw new AppError("invalid", issues);
}
