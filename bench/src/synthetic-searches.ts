import type { IndexedSearch } from "../../server/src/saved-searches/index-of-searches/saved-search-index.ts";
import { syntheticListings } from "./synthetic-listings.ts";

const PLACES = [...syntheticListings(4000)];

/** A saved search as people make them: a place by name, by zip or drawn, a price, rooms. The same in every run. */
export function syntheticSearch(id: number, searchesAClient: number): IndexedSearch {
  const place = PLACES[(id * 2741) % PLACES.length] as (typeof PLACES)[number];
  const { price, beds, baths, city, zip, lat, lng } = place;
  const kind = id % 10;
  const where: IndexedSearch["filters"] =
    kind < 4
      ? { city: [city as string] }
      : kind < 6
        ? { zip: [zip as string] }
        : kind < 8
          ? { polygon: { type: "Polygon", coordinates: [octagon([lng, lat], 0.02 + (id % 7) / 100)] } }
          : { center_lat: lat, center_lng: lng, radius_miles: 1 + (id % 5) };
  return {
    id,
    clientId: Math.floor((id - 1) / searchesAClient),
    brokerageId: 1 + (id % 3),
    status: "active",
    matchingAfter: 0,
    frequency: id % 4 === 0 ? "instant" : "daily",
    channels: ["email"],
    events: ["new", "price_drop", "back_on_market"],
    filters: {
      ...where,
      min_price: Math.round(price * 0.85),
      max_price: Math.round(price * 1.1),
      ...(id % 2 === 0 && { min_beds: beds }),
      ...(id % 3 === 0 && { min_baths: Math.floor(baths) }),
      ...(id % 5 === 0 && { min_sqft: 1200 }),
      status: ["Active"],
    },
    criteria: { filters: { state: "any" } },
  };
}

function octagon([lng, lat]: [number, number], size: number): [number, number][] {
  const ring = Array.from({ length: 8 }, (_, nth): [number, number] => {
    const angle = (nth * Math.PI) / 4;
    return [lng + size * Math.cos(angle), lat + size * Math.sin(angle)];
  });
  return [...ring, ring[0] as [number, number]];
}
