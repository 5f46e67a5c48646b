import type { ListingRow } from "../../server/src/listings/search-index/listing-index.ts";
import { streetAddress } from "./synthetic-names.ts";

const METROS = [
  [43.6, -116.3],
  [47.6, -122.3],
  [34.0, -118.2],
  [40.7, -74.0],
  [41.9, -87.7],
  [29.8, -95.4],
  [33.4, -112.1],
  [39.7, -105.0],
] as const;

/** About as many a listing as feeds have: frequent ones and rare ones. */
const FEATURES = Array.from({ length: 60 }, (_, nth) => `feature ${nth}`);

/** Listings around eight metropolitan areas, the same in every run. */
export function* syntheticListings(count: number): Generator<ListingRow> {
  const random = seeded(1890);
  for (let id = 1; id <= count; id++) {
    const metro = Math.floor(random() * METROS.length);
    const [lat, lng] = METROS[metro] as readonly [number, number];
    const price = 100_000 + Math.floor(random() * random() * 1_900) * 1000;
    const sqft = 500 + Math.floor(random() * 4500);
    const listDay = 20_000 + Math.floor(random() * 700);
    yield {
      id,
      revision: id,
      // One flat string, as from a database driver; the result of a template keeps its parts.
      listingId: Buffer.from(`MLS-${id}`).toString("latin1"),
      lat: lat + (random() + random() + random() - 1.5) * 0.7,
      lng: lng + (random() + random() + random() - 1.5) * 0.9,
      price,
      beds: 1 + Math.floor(random() * 6),
      baths: 1 + Math.floor(random() * 12) / 4,
      sqft,
      listDay,
      pricePerSqft: price / sqft,
      changedAt: id,
      hoaMonthly: id % 3 === 0 ? 20 + (id % 400) : 0,
      newConstruction: id % 12 === 0 ? "yes" : "no",
      higherFrom: id % 8 === 0 ? -Infinity : Number.NaN,
      higherThrough: id % 8 === 0 ? listDay + (id % 200) : Number.NaN,
      earlierHigher: "",
      openHouses: "",
      marketSince: listDay,
      marketDays: Number.NaN,
      city: `City ${metro}-${Math.floor(random() * 40)}`,
      state: "ID",
      status: random() < 0.7 ? "Active" : "Closed",
      type: "Residential",
      source: 1,
      acres: random() * 2,
      yearBuilt: 1900 + Math.floor(random() * 126),
      stories: 1 + Math.floor(random() * 2),
      garageSpaces: Math.floor(random() * 4),
      county: `County ${metro}`,
      zip: String(83_000 + metro * 100 + Math.floor(random() * 40)),
      subtype: "Single Family Residence",
      office: `Office ${id % 900}`,
      agent: `Agent ${id % 9000}`,
      photos: id % 20 === 0 ? "no" : "yes",
      features: FEATURES.filter((_, nth) => (id * 7 + nth * nth * 13) % (nth + 3) === 0),
      address: streetAddress(id),
    };
  }
}

/** A seeded random number generator. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
