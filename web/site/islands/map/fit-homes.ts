import type { LngLatBoundsLike } from "maplibre-gl";
import { type Box, readBox } from "../../../shared/search-area.ts";

type Reply = {
  clusters: { bounds: Box }[];
  listings: { latitude: number | null; longitude: number | null }[];
};

/** The whole map that a Mercator projection shows. */
const WORLD = { min_lat: -85, max_lat: 85, min_lng: -180, max_lng: 180, zoom: 0 };

/** The smallest box around the homes of a search; null when none has a position. @param query of tiles. */
export async function boundsOfHomes(query: string): Promise<LngLatBoundsLike | null> {
  const world = new URLSearchParams(Object.entries(WORLD).map(([name, value]) => [name, String(value)]));
  const reply = await fetch(`/api/map/clusters?${world}&${query}`).catch(() => null);
  if (!reply?.ok) return null;
  const { clusters, listings } = (await reply.json()) as Reply;
  const boxes = [
    ...clusters.map(({ bounds }) => bounds),
    ...listings.flatMap(({ latitude, longitude }) =>
      latitude === null || longitude === null
        ? []
        : { min_lat: latitude, max_lat: latitude, min_lng: longitude, max_lng: longitude },
    ),
  ];
  if (boxes.length === 0) return null;
  return cornersOf({
    min_lat: Math.min(...boxes.map((box) => box.min_lat)),
    max_lat: Math.max(...boxes.map((box) => box.max_lat)),
    min_lng: Math.min(...boxes.map((box) => box.min_lng)),
    max_lng: Math.max(...boxes.map((box) => box.max_lng)),
  });
}

/** The box that an address states; null when it states none. */
export function boundsOfAddress(search: string): LngLatBoundsLike | null {
  const box = readBox(new URLSearchParams(search));
  return box && cornersOf(box);
}

function cornersOf(box: Box): LngLatBoundsLike {
  return [
    [box.min_lng, box.min_lat],
    [box.max_lng, box.max_lat],
  ];
}
