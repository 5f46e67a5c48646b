import type { ListingRow } from "../../../server/src/listings/search-index/listing-index.ts";
import { seeded } from "../synthetic-listings.ts";

/** How many listings a search matches. `mix` is a third of each. */
export const widths = ["10", "1,000", "60 %", "mix"] as const;
export type Width = (typeof widths)[number];

/** What searches of a data set are drawn from; small enough to be sent to the load generator. */
export type QuerySpace = {
  /** Some listings: centres of boxes. */
  centres: { lat: number; lng: number }[];
  /** Half of the height of a box that matches 10, and 1,000, at the median centre. */
  halfHeights: { few: number; thousand: number };
  /** The minimum price that 60 % of all listings, active ones alone, are above. */
  widePrice: number;
};

const CENTRES = 500;
const SAMPLE = 41;
/** Longitude over latitude: a screen at these latitudes. */
const ASPECT = 1.4;

type Box = { minLat: number; maxLat: number; minLng: number; maxLng: number };

/** Measures the data set: the sizes of boxes by bisection, the price by sorting. */
export function measureQuerySpace(rows: Iterable<ListingRow>, count: number): QuerySpace {
  const active: { lat: number; lng: number; price: number; beds: number }[] = [];
  for (const { status, lat, lng, price, beds } of rows) {
    if (status === "Active") active.push({ lat: lat!, lng: lng!, price: price!, beds: beds! });
  }
  const random = seeded(5);
  const centres = Array.from({ length: CENTRES }, () => {
    const { lat, lng } = active[Math.floor(random() * active.length)]!;
    return { lat, lng };
  });
  const narrow = active.filter(({ price, beds }) => price <= 600_000 && beds >= 3);
  const matches = (box: Box) =>
    narrow.filter(
      ({ lat, lng }) => lat >= box.minLat && lat <= box.maxLat && lng >= box.minLng && lng <= box.maxLng,
    ).length;
  const halfFor = (wanted: number) => {
    const [least, most] = [0.0001, 40];
    let [low, high] = [least, most];
    for (let step = 0; step < 18; step++) {
      const middle = Math.sqrt(low * high);
      const totals = centres.slice(0, SAMPLE).map((centre) => matches(boxAround(centre, middle)));
      if (totals.sort((a, b) => a - b)[SAMPLE >> 1]! < wanted) low = middle;
      else high = middle;
    }
    return high;
  };
  const prices = active.map(({ price }) => price).sort((a, b) => b - a);
  return {
    centres,
    halfHeights: { few: halfFor(10), thousand: halfFor(1000) },
    widePrice: prices[Math.min(prices.length - 1, Math.floor(count * 0.6))]!,
  };
}

function boxAround({ lat, lng }: { lat: number; lng: number }, half: number): Box {
  return { minLat: lat - half, maxLat: lat + half, minLng: lng - half * ASPECT, maxLng: lng + half * ASPECT };
}

/** Paths of searches, endlessly, each different from the others; the same for the same seed. */
export function* searchPaths(space: QuerySpace, width: Width, seed: number): Generator<string, never> {
  const random = seeded(seed);
  for (let nth = 0; ; nth++) yield searchPath(space, width === "mix" ? widths[nth % 3]! : width, random);
}

function searchPath(space: QuerySpace, width: Width, random: () => number): string {
  const vary = (value: number, share: number) => value * (1 + (random() * 2 - 1) * share);
  const filters =
    width === "60 %"
      ? // The map of a country.
        {
          ...edges(boxAround({ lat: vary(38, 0.1), lng: vary(-97, 0.02) }, 30)),
          min_price: Math.round(vary(space.widePrice, 0.03)),
        }
      : {
          ...edges(
            boxAround(
              space.centres[Math.floor(random() * space.centres.length)]!,
              vary(width === "10" ? space.halfHeights.few : space.halfHeights.thousand, 0.2),
            ),
          ),
          max_price: 600_000,
          min_beds: 3,
        };
  const parameters = Object.entries(filters).map(([name, value]) => `${name}=${value}`);
  return `/api/properties?state=any&status=Active&${parameters.join("&")}`;
}

function edges(box: Box) {
  const limited = (degrees: number, most: number) =>
    Number(Math.max(-most, Math.min(most, degrees)).toFixed(6));
  return {
    min_lat: limited(box.minLat, 85),
    max_lat: limited(box.maxLat, 85),
    min_lng: limited(box.minLng, 180),
    max_lng: limited(box.maxLng, 180),
  };
}

/** Seeds of search paths. Each round of new searches has the next one. */
export const seeds = { repeated: 1, compared: 2, newSearches: 1000 };
/** "Repeated" searches are so many, over and over. */
export const REPEATED = 20;

export function firstPaths(space: QuerySpace, width: Width, seed: number, count: number): string[] {
  return searchPaths(space, width, seed).take(count).toArray();
}
