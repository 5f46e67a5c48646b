import { milesBetween, roundedMiles } from "../../src/listings/distance.ts";
import { KeywordMatches } from "../../src/listings/keywords/keyword-search.ts";
import type { ListingRow } from "../../src/listings/search-index/listing-index.ts";
import type { ListingQuery, SortField, SortPlace } from "../../src/listings/search-index/listing-query.ts";
import { IdSet } from "../../src/platform/id-set.ts";
import type { SeededRandom } from "../search-oracle/seeded-random.ts";
import { CITIES, FEATURES, NOW, STATUSES } from "./random-listings.ts";

/** The column of each sort by a column. */
export const COLUMNS = {
  list_price: "price",
  beds: "beds",
  baths: "baths",
  sqft: "sqft",
  list_date: "listDay",
} as const;

export const RANGES = [
  "price",
  "beds",
  "baths",
  "sqft",
  "acres",
  "yearBuilt",
  "stories",
  "garageSpaces",
  "pricePerSqft",
  "hoaMonthly",
] as const;

/** As at a moment when it is tomorrow in the east already. */
export const TODAY = { "America/Boise": 20_700, "America/Los_Angeles": 20_701 };

/** Any mix of filters, with bounds and edges that listings have exactly, any sort and page. */
export function randomSearch(listings: readonly ListingRow[], random: SeededRandom): ListingQuery {
  const some = () => random.pick(listings);
  const area = randomArea(some(), some(), random);
  const isRadius = "radius" in area;
  const limit = random.pick([1, 7, 20, 100]);
  const pages = random.chance(0.5) ? 5 : listings.length / limit;
  const by = random.pick([
    "list_price",
    "beds",
    "baths",
    "sqft",
    "list_date",
    ...(isRadius ? (["distance_miles", "distance_miles", "distance_miles"] as const) : []),
  ] as const);
  return {
    ...area,
    ...(random.chance(0.15) && { city: random.pick([...CITIES, "Nowhere"]).toLowerCase() }),
    ...(random.chance(0.5) && { state: random.pick(["ID", "wa"]) }),
    ...(random.chance(0.1) && { zip: some().zip as string }),
    ...(random.chance(0.1) && { county: "ada" }),
    ...(random.chance(0.4) && { status: random.pick(STATUSES) }),
    ...(random.chance(0.2) && { propertyType: "Residential" }),
    ...(random.chance(0.1) && { subtype: "condominium" }),
    ...(random.chance(0.25) && { sourceIds: random.pick([[1], [2, 3], [9], [1, 2, 3, 4]]) }),
    ...(random.chance(0.1) && {
      city: random.pick([["Boise", "Town 4"], ["Town 5", "town 6", "Nowhere"], ["Nowhere"]]),
    }),
    ...(random.chance(0.1) && { status: ["Pending", "closed"] }),
    ...(random.chance(0.1) && { office: random.pick(["office 3", ["Office 1", "Office 2"], "None"]) }),
    ...(random.chance(0.1) && { agent: random.pick([some().agent ?? "None", ["Agent 7", "Agent 8"]]) }),
    ...(random.chance(0.1) && { listingIds: someIds(listings, random) }),
    ...(random.chance(0.1) && { keywords: someMatches(listings, random) }),
    ...(random.chance(0.15) && { hasPhotos: random.chance(0.5) }),
    ...(random.chance(0.1) && { newConstruction: random.chance(0.5) }),
    ...(random.chance(0.2) && { features: someFeatures(random) }),
    ...(random.chance(0.1) && { without: someFeatures(random) }),
    ...(random.chance(0.3) && { includeUnknown: true }),
    ...(random.chance(0.15) && { daysOnMarket: randomRange(random.integer(0, 700), 90, random) }),
    ...(random.chance(0.15) && { listedWithinDays: random.pick([0, 1, 7, 300]) }),
    ...(random.chance(0.15) && { priceReducedDays: random.pick([1, 30, 400, 900]) }),
    ...(random.chance(0.15) && {
      openHouse: randomDays(random),
      now: NOW + random.integer(-1, 3) * 3_600_000,
    }),
    today: { ...TODAY },
    ...(random.chance(0.15) && {
      not: random.pick([
        { zips: ["83701", "83702"] },
        { cities: ["Boise", "Town 1"], subtypes: ["condominium"] },
      ]),
    }),
    ...Object.fromEntries(
      RANGES.filter(() => random.chance(0.15)).map((name) => [
        name,
        randomRange(some()[name], some()[name], random),
      ]),
    ),
    sort: {
      by,
      descending: random.chance(0.5),
    },
    limit,
    ...(random.chance(0.3)
      ? { offset: 0, after: randomPlace(by, some(), area, random) }
      : { offset: random.chance(0.5) ? 0 : limit * random.integer(0, Math.ceil(pages)) }),
  };
}

/** Behind a listing as it is, or as it was: it has changed its value or its id since, or has gone. */
function randomPlace(
  by: SortField,
  at: ListingRow,
  { radius }: ReturnType<typeof randomArea>,
  random: SeededRandom,
): SortPlace {
  const listingId = random.chance(0.8) ? at.listingId : random.pick(["", "M5", "M0-é", "Z", "M😀"]);
  if (by !== "distance_miles") {
    const value = at[COLUMNS[by]];
    return { value: Number.isNaN(value) ? null : value, listingId };
  }
  const { lat, lng, miles } = radius as NonNullable<typeof radius>;
  const distance = Number.isNaN(at.lat) ? miles : milesBetween(lat, lng, at.lat, at.lng);
  return { value: roundedMiles(random.chance(0.7) ? Math.min(distance, miles) : 0), listingId };
}

/** One or many, some of them repeated, in other case, or of no listing. */
function someIds(listings: readonly ListingRow[], random: SeededRandom): string[] {
  const id = () => random.pick(listings).listingId;
  return Array.from({ length: random.pick([1, 3, 200, 2000]) }, () =>
    random.pick([id(), id().toLowerCase(), `${id()}0`]),
  );
}

/** From one listing to most, and ids that no listing has. */
function someMatches(listings: readonly ListingRow[], random: SeededRandom): KeywordMatches {
  const share = random.pick([0.001, 0.05, 0.9]);
  const ids = listings.filter(() => random.chance(share)).map(({ id }) => id);
  return new KeywordMatches(["word"], IdSet.from([...ids, 900_001]), { version: "", isWhole: true });
}

function randomDays(random: SeededRandom) {
  const from = 20_700 + random.integer(-2, 4);
  return random.pick([{ from }, { to: from }, { from, to: from + random.integer(0, 3) }, {}]);
}

function someFeatures(random: SeededRandom): string[] {
  return Array.from({ length: random.integer(1, 3) }, () =>
    random.chance(0.05)
      ? "no such feature"
      : (FEATURES[Math.floor(random.integer(0, 29) ** 2 / 30)] as string),
  );
}

function randomRange(one: number, other: number, random: SeededRandom) {
  const shift = random.chance(0.3) ? random.decimal(-0.5, 0.5, 2) : 0;
  const [a, b] = [Number.isNaN(one) ? 3 : one + shift, Number.isNaN(other) ? 4 : other];
  const [min, max] = [Math.min(a, b), Math.max(a, b)];
  return random.pick([{ min }, { max }, { min, max }, { min, max: min }, {}]);
}

/** Nothing, a box or a circle around a listing, which may end at another one. */
function randomArea(
  at: ListingRow,
  other: ListingRow,
  random: SeededRandom,
): Pick<ListingQuery, "box" | "radius"> {
  const [lat, lng] = Number.isNaN(at.lat) ? [44, -116] : [at.lat, at.lng];
  const kind = random.decimal(0, 1, 6);
  if (kind < 0.4) return {};
  if (kind < 0.7) {
    const half = random.pick([0, 0.02, 0.2, 2, 30]);
    return {
      box: {
        minLat: Math.max(-90, lat - half * random.decimal(0, 1, 4)),
        maxLat: Math.min(90, lat + half),
        minLng: Math.max(-180, lng - half),
        maxLng: Math.min(180, lng + half * random.decimal(0, 1, 4)),
      },
    };
  }
  const miles = Number.isNaN(other.lat) ? 1 : milesBetween(lat, lng, other.lat, other.lng);
  const radius = random.pick([0.000001, 0.5, 5, 50, 200, miles, miles * (1 - 1e-12)]);
  return { radius: { lat, lng, miles: radius > 0 ? radius : 1 } };
}
