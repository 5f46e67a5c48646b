import { fromGeojsonVt } from "@maplibre/vt-pbf";
import type { Point } from "./listing-store.ts";
import type { Cell, TileAddress } from "./map-grid.ts";

/** Steps of a tile's coordinates. */
const EXTENT = 4096;
const POINT = 1;

/** A Mapbox Vector Tile; without bytes when it has nothing. */
export function encodeTile(
  tile: TileAddress,
  clusters: readonly Cell[],
  points: readonly Point[],
): Uint8Array {
  const clusterFeatures = clusters.map(({ lat, lng, count, min_price, max_price }) =>
    feature(tile, lat, lng, { count, min_price, max_price }),
  );
  const pointFeatures = points.map(({ latitude, longitude, listing_id, list_price, beds, status }) =>
    feature(tile, latitude, longitude, { listing_id, price: list_price, beds, status }),
  );
  const layers = {
    ...(clusters.length > 0 && { clusters: { features: clusterFeatures } }),
    ...(points.length > 0 && { listings: { features: pointFeatures } }),
  };
  return fromGeojsonVt(layers as unknown as Parameters<typeof fromGeojsonVt>[0], {
    version: 2,
    extent: EXTENT,
  });
}

function feature({ z, x, y }: TileAddress, lat: number, lng: number, tags: Record<string, unknown>) {
  const scale = 2 ** z;
  const column = ((lng + 180) / 360) * scale - x;
  const row = ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * scale - y;
  return { type: POINT, geometry: [[inTile(column), inTile(row)]], tags };
}

function inTile(share: number): number {
  return Math.min(EXTENT - 1, Math.max(0, Math.floor(share * EXTENT)));
}
