import type { Box } from "../../src/listings/distance.ts";
import type { MapCluster } from "../../src/listings/map/map-cells.ts";
import type { ListingRow } from "../../src/listings/search-index/listing-index.ts";

export type Address = { z: number; x: number; y: number };

/** The tile of a place, by the usual formula of the Web Mercator map. */
export function tileOf({ lat, lng }: Pick<ListingRow, "lat" | "lng">, z: number): Address {
  const radians = (lat * Math.PI) / 180;
  const last = 2 ** z - 1;
  const square = (share: number) => Math.min(last, Math.max(0, Math.floor(share * 2 ** z)));
  return {
    z,
    x: square((lng + 180) / 360),
    y: square((1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2),
  };
}

/** What is wrong with clusters and single listings of all of `listings`, found by looking at each; null when they are right. */
export function wrongMarks(
  listings: readonly ListingRow[],
  { clusters, singles }: { clusters: readonly MapCluster[]; singles: readonly number[] },
): string | null {
  const single = new Set(singles);
  if (single.size < singles.length) return "a listing is there twice";
  const clustered = clusters.reduce((sum, { count }) => sum + count, 0);
  if (clustered + single.size !== listings.length) {
    return `${clustered} in clusters and ${single.size} singles are not ${listings.length}`;
  }
  const within = new Set<number>();
  for (const cluster of clusters) {
    const { bounds } = cluster;
    const members = listings.filter((listing) => isIn(listing, bounds));
    for (const { id } of members) within.add(id);
    const wrong = wrongCluster(cluster, members);
    if (wrong) return `${wrong}: ${JSON.stringify(cluster)}`;
  }
  const missing = listings.find(({ id }) => !single.has(id) && !within.has(id));
  if (missing) return `listing ${missing.id} is missing`;
  return singles.some((id) => within.has(id)) ? "a single listing is in the bounds of a cluster" : null;
}

function wrongCluster(
  { lat, lng, count, min_price, max_price, bounds }: MapCluster,
  members: readonly ListingRow[],
): string | null {
  if (count < 4) return "a cluster of fewer than four";
  if (members.length !== count) return `${members.length} listings lie in the bounds of`;
  const lats = members.map((each) => each.lat).sort((a, b) => a - b);
  const lngs = members.map((each) => each.lng).sort((a, b) => a - b);
  const tight = [lats[0], lats.at(-1), lngs[0], lngs.at(-1)];
  const given = [bounds.min_lat, bounds.max_lat, bounds.min_lng, bounds.max_lng];
  if (given.join() !== tight.join()) return "bounds that are not tight";
  const prices = members
    .map(({ price }) => price)
    .filter((price) => !Number.isNaN(price))
    .sort((a, b) => a - b);
  if (min_price !== (prices[0] ?? null) || max_price !== (prices.at(-1) ?? null)) return "a wrong price";
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const isMean = Math.abs(mean(lats) - lat) < 1e-6 && Math.abs(mean(lngs) - lng) < 1e-6;
  return isMean ? null : "a position that is not the mean";
}

function isIn({ lat, lng }: ListingRow, bounds: MapCluster["bounds"]): boolean {
  return lat >= bounds.min_lat && lat <= bounds.max_lat && lng >= bounds.min_lng && lng <= bounds.max_lng;
}

export function isInBox({ lat, lng }: ListingRow, { minLat, maxLat, minLng, maxLng }: Box): boolean {
  return lat >= minLat && lat <= maxLat && lng >= minLng && lng <= maxLng;
}
