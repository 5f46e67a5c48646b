import type { FoundListings } from "../search-index/found-listings.ts";
import type { ListingIndex } from "../search-index/listing-index.ts";
import type { ListingFilters, ListingHit } from "../search-index/listing-query.ts";
import type { Region } from "../search-index/region.ts";
import { MapCells, type MapCluster } from "./map-cells.ts";
import type { MapGrid } from "./map-grid.ts";

/** A listing on a map. NaN: not known, or not shown. */
export type MapPoint = ListingHit & {
  lat: number;
  lng: number;
  price: number;
  beds: number;
  /** RESO StandardStatus. */
  status: string;
};

/** What a map shows of some listings: each is in a cluster or a point of its own. */
export type MapMarks = { total: number; clusters: MapCluster[]; points: MapPoint[] };

/** What maps read of the listing index, or of its keeper. */
export type MapSource = Pick<ListingIndex, "readMatches">;

type MapOf = { filters: ListingFilters; area: Region };

/** The matches in an area, by the squares of a grid that holds it: coarser ones when they were more than `most` marks. */
export function mapMarks(index: MapSource, { filters, area }: MapOf, grid: MapGrid, most: number): MapMarks {
  const marks = index.readMatches(filters, area, (found) => {
    const { matches, listings } = found;
    let cells = new MapCells(grid);
    cells.add(matches.list(), listings.columns);
    while (cells.marks > most) cells = cells.coarser();
    return { total: matches.total, clusters: cells.clusters(), points: pointsOf(found, cells.singles()) };
  });
  return marks ?? { total: 0, clusters: [], points: [] };
}

/** The matches in an area; null when they are more than `most`. */
export function mapPoints(index: MapSource, { filters, area }: MapOf, most: number): MapPoint[] | null {
  const points = index.readMatches(filters, area, (found) => {
    const { matches } = found;
    return { points: matches.total > most ? null : pointsOf(found, matches.list()) };
  });
  return points ? points.points : [];
}

/** By their listing_ids: their order in the index differs between processes. */
function pointsOf({ listings, words }: FoundListings, ordinals: readonly number[] | Int32Array): MapPoint[] {
  const { id, revision, lat, lng, price, beds, status } = listings.columns;
  const points = Array.from(ordinals, (ordinal) => ({
    id: id[ordinal] as number,
    revision: revision[ordinal] as number,
    listingId: listings.listingIdOf(ordinal),
    lat: lat[ordinal] as number,
    lng: lng[ordinal] as number,
    price: price[ordinal] as number,
    beds: beds[ordinal] as number,
    status: words.status.spellingOf(status[ordinal] as number),
  }));
  return points.sort((a, b) => (a.listingId < b.listingId ? -1 : 1));
}
