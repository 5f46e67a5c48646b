import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";

/** What a reply shows of a part of the map. */
export type MapReply = {
  total: number;
  /** Listings in clusters and single listings together. */
  shown: number;
  /** Of all listings, in order; null where there are clusters, because grids differ between servers. */
  listingIds: string[] | null;
};

type Clusters = { total: number; clusters: { count: number }[]; listings: { listing_id: string }[] };

export async function readClusters(reply: Response): Promise<MapReply> {
  const { total, clusters, listings } = (await reply.json()) as Clusters;
  return toMapReply(
    total,
    clusters.map(({ count }) => count),
    listings.map(({ listing_id }) => listing_id),
  );
}

/** A tile has no total: it is what the tile shows. */
export async function readTile(reply: Response): Promise<MapReply> {
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await reply.arrayBuffer())));
  const propertiesOf = (name: string) => {
    const layer = layers[name];
    return Array.from({ length: layer?.length ?? 0 }, (_, nth) => layer!.feature(nth).properties);
  };
  const counts = propertiesOf("clusters").map(({ count }) => Number(count));
  const listingIds = propertiesOf("listings").map(({ listing_id }) => String(listing_id));
  return toMapReply(sumOf(counts) + listingIds.length, counts, listingIds);
}

export function mapDifference(expected: MapReply, actual: MapReply): string | null {
  for (const { total, shown } of [expected, actual])
    if (shown !== total) return `${shown} listings are shown of a total of ${total}`;
  if (expected.total !== actual.total) return `total ${actual.total} instead of ${expected.total}`;
  if (!expected.listingIds || !actual.listingIds) return null;
  const at = expected.listingIds.findIndex((id, nth) => id !== actual.listingIds?.[nth]);
  return at < 0 ? null : `listing ${actual.listingIds[at]} instead of ${expected.listingIds[at]}`;
}

function toMapReply(total: number, counts: readonly number[], listingIds: string[]): MapReply {
  return {
    total,
    shown: sumOf(counts) + listingIds.length,
    listingIds: counts.length > 0 ? null : listingIds.sort(),
  };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
