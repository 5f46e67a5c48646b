import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { statusInApi } from "../statuses.ts";
import type { TileAddress } from "./map-area.ts";
import type { MapCluster } from "./map-cells.ts";
import type { MapMarks, MapPoint } from "./map-marks.ts";
import { mercatorX, mercatorY } from "./mercator.ts";

/** Steps of a tile's coordinates, as is usual. */
const EXTENT = 4096;
const POINT = 1;

/** A Mapbox Vector Tile, version 2; without bytes when it has nothing. */
export function encodeTile(tile: TileAddress, { clusters, points }: Omit<MapMarks, "total">): Uint8Array {
  const layers = {
    ...(clusters.length > 0 && { clusters: layerOf(clusters, tile, tagsOfCluster) }),
    ...(points.length > 0 && { listings: layerOf(points, tile, tagsOfListing) }),
  };
  return fromGeojsonVt(layers, { version: 2, extent: EXTENT });
}

type Tags = Record<string, number | string | null>;

function layerOf<Mark extends { lat: number; lng: number }>(
  marks: readonly Mark[],
  { z, x, y }: TileAddress,
  tagsOf: (mark: Mark) => Tags,
) {
  const scale = 2 ** z;
  const features = marks.map((mark) => {
    const position = [inTile(mercatorX(mark.lng) * scale - x), inTile(mercatorY(mark.lat) * scale - y)];
    return { type: POINT, geometry: [position], tags: tagsOf(mark) };
  });
  return { features } as unknown as Parameters<typeof fromGeojsonVt>[0][string];
}

/** Never on the east or south edge, which is the next tile's; near the poles at the edge of the map. */
function inTile(share: number): number {
  return Math.min(EXTENT - 1, Math.max(0, Math.floor(share * EXTENT)));
}

function tagsOfCluster({ count, min_price, max_price }: MapCluster): Tags {
  return { count, min_price, max_price };
}

/** A tag that is null is left out of the tile. */
function tagsOfListing({ listingId, price, beds, status }: MapPoint): Tags {
  return {
    listing_id: listingId,
    price: Number.isNaN(price) ? null : price,
    beds: Number.isNaN(beds) ? null : beds,
    status: statusInApi(status),
  };
}
