import type { ListingRow } from "../../src/listings/search-index/listing-index.ts";
import type { IndexedSearch } from "../../src/saved-searches/index-of-searches/saved-search-index.ts";
import { CITIES, FEATURES, STATUSES } from "../index-oracle/random-listings.ts";
import type { SeededRandom } from "../search-oracle/seeded-random.ts";

type Given = IndexedSearch["filters"];
type Status = NonNullable<Given["status"]>[number];
type Point = [lng: number, lat: number];

/** Words of listings' texts, some of them rare. */
export const WORDS = Array.from({ length: 40 }, (_, nth) => `word${nth}`);

/** A saved search with any mix of filters, whose bounds some listing has exactly; some also have what a query adds. */
export function randomSavedSearch(
  id: number,
  listings: readonly ListingRow[],
  random: SeededRandom,
): IndexedSearch {
  const some = () => random.pick(listings);
  const keywords = random.chance(0.08) ? wordsOf(random) : undefined;
  return {
    id,
    clientId: 1 + (id % 50),
    brokerageId: 1 + (id % 3),
    status: "active",
    matchingAfter: 0,
    frequency: "instant",
    channels: ["email"],
    events: ["new"],
    filters: {
      ...randomWords(some, random),
      ...randomRanges(some, random),
      ...randomTimes(random),
      ...randomArea(some(), random),
    },
    criteria: {
      filters: {
        state: random.pick(["any", "any", "ID", "WA"]),
        ...(random.chance(0.05) && { features: [random.pick(FEATURES)] }),
        ...(random.chance(0.05) && { min_beds: random.integer(0, 6) }),
      },
      ...(random.chance(0.05) && { not: randomDenials(random) }),
      ...(keywords && { keywords }),
    },
  };
}

function randomWords(some: () => ListingRow, random: SeededRandom): Given {
  return {
    ...(random.chance(0.5) && { city: list(() => random.pick([...CITIES, "Nowhere"]), random) }),
    ...(random.chance(0.1) && { zip: list(() => some().zip as string, random) }),
    ...(random.chance(0.1) && { county: [random.pick(["Ada", "CANYON", "Nowhere"])] }),
    ...(random.chance(0.3) && { status: list(() => random.pick(STATUSES) as Status, random) }),
    ...(random.chance(0.3) && {
      property_type: list(() => random.pick(["Residential", "Land"] as const), random),
    }),
    ...(random.chance(0.1) && { property_subtype: ["condominium"] }),
    ...(random.chance(0.05) && { list_office: some().office ?? "None" }),
    ...(random.chance(0.05) && { list_agent: some().agent ?? "None" }),
    ...(random.chance(0.05) && { listing_ids: list(() => some().listingId.toLowerCase(), random) }),
    ...(random.chance(0.15) && { features: list(() => random.pick(FEATURES), random) }),
    ...(random.chance(0.1) && { without: list(() => random.pick(FEATURES), random) }),
    ...(random.chance(0.1) && { has_photos: random.chance(0.5) }),
    ...(random.chance(0.05) && { new_construction: random.chance(0.5) }),
    ...(random.chance(0.2) && { include_unknown: random.chance(0.8) }),
    ...(random.chance(0.2) && { include_unknown_of: random.pick(UNKNOWN_OF) }),
  };
}

const UNKNOWN_OF = [["stories" as const], ["garage_spaces" as const, "stories" as const]];

const RANGES = {
  price: "price",
  beds: "beds",
  baths: "baths",
  sqft: "sqft",
  lot_size_acres: "acres",
  year_built: "yearBuilt",
  stories: "stories",
  garage_spaces: "garageSpaces",
  price_per_sqft: "pricePerSqft",
  hoa_monthly: "hoaMonthly",
} as const;

function randomRanges(some: () => ListingRow, random: SeededRandom): Given {
  const found = Object.entries(RANGES).flatMap(([name, column]) => {
    if (!random.chance(name === "price" ? 0.6 : 0.12)) return [];
    const [one, other] = [some()[column], some()[column]].map((value) => (Number.isNaN(value) ? 3 : value));
    const [min, max] = [Math.min(one as number, other as number), Math.max(one as number, other as number)];
    const ends = random.pick([{ min }, { max }, { min, max }, { min, max: min }]);
    return Object.entries(ends).map(([end, value]) => [`${end}_${name}`, value]);
  });
  return Object.fromEntries(found);
}

function randomTimes(random: SeededRandom): Given {
  const days = random.integer(0, 700);
  return {
    ...(random.chance(0.05) && { max_days_on_market: days }),
    ...(random.chance(0.05) && { min_days_on_market: days }),
    ...(random.chance(0.05) && { listed_within_days: random.pick([0, 7, 300]) }),
    ...(random.chance(0.05) && { price_reduced_days: random.pick([1, 30, 400]) }),
    ...(random.chance(0.05) && { open_house_from: "2026-09-02" }),
    ...(random.chance(0.05) && { open_house_to: "2026-09-06" }),
  };
}

/** Nothing, a box, a circle, or a drawn area around a listing, which may have holes and parts. */
function randomArea({ lat, lng }: ListingRow, random: SeededRandom): Given {
  const [y, x] = Number.isNaN(lat) ? [44, -116] : [clamp(lat, 60), clamp(lng, 110)];
  const size = random.pick([0.0001, 0.01, 0.1, 1, 15]);
  return random.weighted<() => Given>([
    [50, () => ({})],
    [
      12,
      () => ({
        min_lat: y - size * random.next(),
        max_lat: y,
        min_lng: x - size,
        max_lng: x + size * random.next(),
      }),
    ],
    [
      13,
      () => ({
        center_lat: y,
        center_lng: x,
        radius_miles: random.pick([0.000001, 0.5, 5, 50]),
      }),
    ],
    [25, () => ({ polygon: drawnArea([x, y], size, random) })],
  ])();
}

function drawnArea(center: Point, size: number, random: SeededRandom): NonNullable<Given["polygon"]> {
  const outer = star(center, size, random);
  const part = random.chance(0.3) ? [outer, star(center, size / 8, random)] : [outer];
  if (random.chance(0.7)) return { type: "Polygon", coordinates: part };
  const far: Point = [center[0] + 3 * size, center[1]];
  return { type: "MultiPolygon", coordinates: [part, [star(far, size, random)]] };
}

/** A ring that does not cross itself: its points go round the center, between half of the size and the size away. */
function star([x, y]: Point, size: number, random: SeededRandom): Point[] {
  const count = random.integer(3, 24);
  const ring = Array.from({ length: count }, (_, nth): Point => {
    const angle = (2 * Math.PI * nth) / count;
    const far = size * (0.5 + random.next() / 2);
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  });
  return [...ring, ring[0] as Point];
}

function randomDenials(random: SeededRandom): NonNullable<IndexedSearch["criteria"]["not"]> {
  return {
    cities: random.chance(0.6) ? ["Boise", "Town 1"] : [],
    counties: random.chance(0.3) ? ["Ada"] : [],
    zips: random.chance(0.3) ? ["83701"] : [],
    property_types: random.chance(0.3) ? ["Land"] : [],
    property_subtypes: random.chance(0.3) ? ["Condominium"] : [],
  };
}

/** One to three words that a listing may have. */
export function wordsOf(random: SeededRandom): string[] {
  return [...new Set(list(() => WORDS[Math.floor(random.integer(0, 39) ** 2 / 39)] as string, random))];
}

function list<Word extends string>(word: () => Word, random: SeededRandom): Word[] {
  return Array.from({ length: random.integer(1, 3) }, word);
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
