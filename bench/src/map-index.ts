import { encodeTile } from "../../server/src/listings/map/encode-tile.ts";
import { marksOfTile } from "../../server/src/listings/map/get-map-tile.ts";
import { gridOver } from "../../server/src/listings/map/map-grid.ts";
import { mapMarks } from "../../server/src/listings/map/map-marks.ts";
import { columnOf, rowOf } from "../../server/src/listings/map/mercator.ts";
import type { ListingIndex, ListingRow } from "../../server/src/listings/search-index/listing-index.ts";
import { boxRegion } from "../../server/src/listings/search-index/region.ts";
import { mostAlike } from "../../server/src/listings/similar/most-alike.ts";

/** Clusters of everything, of metropolitan areas and of streets; tiles of everything and of streets; similar listings. */
export function mapCases(
  index: ListingIndex,
  sample: readonly ListingRow[],
): { name: string; run: (row: ListingRow) => unknown }[] {
  const clusters = (row: ListingRow, half: number, zoom: number, filters = {}) => {
    const box = {
      minLat: Math.max(-90, row.lat - half),
      maxLat: Math.min(90, row.lat + half),
      minLng: Math.max(-180, row.lng - 2 * half),
      maxLng: Math.min(180, row.lng + 2 * half),
    };
    return mapMarks(index, { filters, area: boxRegion(box) }, gridOver(box, zoom + 2, 4096), 500);
  };
  const tile = (row: ListingRow, z: number, filters = {}) => {
    const address = { z, x: columnOf(row.lng, z), y: rowOf(row.lat, z) };
    return encodeTile(address, marksOfTile(index, address, filters));
  };
  const some = sample.slice(0, 5).map(({ price }) => ({ price: { min: price / 2 }, beds: { min: 2 } }));
  const filtersOf = (row: ListingRow) => some[row.id % some.length];
  return [
    { name: "clusters of all listings, zoom 3", run: (row) => clusters(row, 90, 3) },
    { name: "clusters of all listings, zoom 22", run: (row) => clusters(row, 90, 22) },
    { name: "clusters, two filters, zoom 3", run: (row) => clusters(row, 90, 3, filtersOf(row)) },
    { name: "clusters of a metropolitan area, zoom 9", run: (row) => clusters(row, 0.7, 9) },
    { name: "clusters of a town, zoom 13", run: (row) => clusters(row, 0.05, 13) },
    { name: "tile at zoom 0, all listings", run: (row) => tile(row, 0) },
    { name: "tile at zoom 0, two filters", run: (row) => tile(row, 0, filtersOf(row)) },
    { name: "tile at zoom 8", run: (row) => tile(row, 8) },
    { name: "tile at zoom 14", run: (row) => tile(row, 14) },
    {
      name: "50 similar listings",
      run: ({ id }) => mostAlike(index, id, { sourceIds: null, limit: 50 }),
    },
  ];
}
