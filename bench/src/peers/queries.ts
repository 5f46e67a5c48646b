import type { ListingRow } from "../../../server/src/listings/search-index/listing-index.ts";
import { median } from "../quantile.ts";
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
  /** 60 % of all listings are active and cost this or more; as many are active and west of this longitude. */
  widePrice: number;
  wideEast: number;
};

const CENTRES = 500;
const SAMPLE = 41;
const NARROW = { price: 600_000, beds: 3 };
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
  const narrow = active.filter(({ price, beds }) => price <= NARROW.price && beds >= NARROW.beds);
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
      if (median(totals) < wanted) low = middle;
      else high = middle;
    }
    return high;
  };
  const at60 = (values: number[]) => values[Math.min(values.length - 1, Math.floor(count * 0.6))]!;
  return {
    centres,
    halfHeights: { few: halfFor(10), thousand: halfFor(1000) },
    widePrice: at60(active.map(({ price }) => price).sort((a, b) => b - a)),
    wideEast: at60(active.map(({ lng }) => lng).sort((a, b) => a - b)),
  };
}

function boxAround({ lat, lng }: { lat: number; lng: number }, half: number): Box {
  return { minLat: lat - half, maxLat: lat + half, minLng: lng - half * ASPECT, maxLng: lng + half * ASPECT };
}

/** `mix` is drawn by its parts. */
export function searchPath(space: QuerySpace, width: Exclude<Width, "mix">, random: () => number): string {
  const { few, thousand } = space.halfHeights;
  const filters =
    width === "60 %"
      ? wideFilters(space, random)
      : narrowFilters(space, width === "10" ? few : thousand, random);
  return `/api/properties?${parametersOf(filters)}`;
}

export function parametersOf(filters: Record<string, number>): string {
  const parameters = Object.entries(filters).map(([name, value]) => `${name}=${value}`);
  return `state=any&status=Active&${parameters.join("&")}`;
}

export function centreOf({ centres }: QuerySpace, random: () => number): { lat: number; lng: number } {
  return centres[Math.floor(random() * centres.length)]!;
}

/** The map of a town or a quarter, about so many degrees high to either side of its middle. */
export function narrowFilters(space: QuerySpace, halfHeight: number, random: () => number) {
  const { lat, lng } = centreOf(space, random);
  const half = halfHeight * (0.8 + random() * 0.4);
  const shift = () => (random() - 0.5) * half * 0.4;
  const box = boxAround({ lat: lat + shift(), lng: lng + shift() }, half);
  return { ...edges(box), max_price: NARROW.price, min_beds: NARROW.beds };
}

/** The map of a country: without the cheapest homes, or without its east. */
export function wideFilters({ widePrice, wideEast }: QuerySpace, random: () => number) {
  const box = boxAround({ lat: 38 + random() * 4, lng: -97 + random() * 4 }, 30);
  if (random() < 0.5) return { ...edges(box), min_price: Math.round(widePrice * (0.97 + random() * 0.06)) };
  return { ...edges({ ...box, maxLng: wideEast + random() * 0.05 }), min_beds: 1 };
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
