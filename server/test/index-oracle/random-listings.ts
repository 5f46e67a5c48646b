import { type PlacedOpenHouse, storedOpenHouses } from "../../src/listings/open-houses/placed-open-houses.ts";
import { type HigherPrice, storedHigherPrices } from "../../src/listings/price-reductions.ts";
import type { ListingRow } from "../../src/listings/search-index/listing-index.ts";
import type { SeededRandom } from "../search-oracle/seeded-random.ts";

const CENTERS = 40;
export const CITIES = [
  "Boise",
  "BOISE",
  "Eagle",
  "Meridian",
  ...Array.from({ length: 80 }, (_, n) => `Town ${n}`),
];
/** Some that most listings have, and some that hardly one has. */
export const FEATURES = Array.from({ length: 30 }, (_, nth) => `feature ${nth ** 2}`);
export const STATUSES = ["Active", "Active", "Active", "Pending", "Closed", "Coming Soon"];

/** A listing that shares positions, prices and days with others; some values are absent, some positions far away. */
export function randomListing(id: number, random: SeededRandom): ListingRow {
  return {
    id,
    revision: 1,
    listingId: `M${random.integer(0, 999_999_999)}-${id}`,
    ...randomPosition(random),
    price: orAbsent(random, 0.05, randomPrice(random)),
    beds: orAbsent(random, 0.05, random.integer(0, 6)),
    baths: orAbsent(random, 0.05, random.integer(0, 20) / 4),
    sqft: orAbsent(random, 0.05, 500 + random.integer(0, 4000)),
    listDay: orAbsent(random, 0.05, 20_000 + random.integer(0, 700)),
    acres: orAbsent(random, 0.3, random.decimal(0, 3, 3)),
    yearBuilt: orAbsent(random, 0.1, 1900 + random.integer(0, 126)),
    stories: orAbsent(random, 0.1, 1 + random.integer(0, 5) / 2),
    garageSpaces: orAbsent(random, 0.2, random.integer(0, 4)),
    pricePerSqft: orAbsent(random, 0.1, random.decimal(50, 900, 4)),
    changedAt: Number.NaN,
    hoaMonthly: orAbsent(random, 0.4, random.pick([0, 0, 25.5, random.integer(1, 500)])),
    newConstruction: random.pick(["yes", "no", "no", null]),
    ...randomDays(random),
    ...storedHigherPrices(randomPeriods(random)),
    openHouses: storedOpenHouses(randomOpenHouses(id, random)),
    city: random.chance(0.05) ? null : random.pick(CITIES),
    state: random.pick(["ID", "ID", "ID", "id", "WA", null]),
    status: random.pick(STATUSES),
    type: random.pick(["Residential", "Residential", "Land"]),
    source: random.integer(1, 4),
    county: random.pick(["Ada", "Canyon", null]),
    zip: String(83_700 + random.integer(0, 299)),
    subtype: random.pick(["Condominium", "Single Family Residence", null]),
    office: random.chance(0.1) ? null : `Office ${random.integer(1, 9)}`,
    agent: random.chance(0.1) ? null : `Agent ${random.integer(1, 400)}`,
    photos: random.pick(["yes", "yes", "no"]),
    features: FEATURES.filter((_, nth) => random.chance(1 / (nth + 2))),
    address: null,
  };
}

export const NOW = 20_700 * 86_400_000;

function randomOpenHouses(id: number, random: SeededRandom): PlacedOpenHouse[] {
  if (random.chance(0.7)) return [];
  return Array.from({ length: random.integer(1, 3) }, (_, nth) => {
    const starts = NOW + random.integer(-4, 10) * 43_200_000;
    const day = Math.floor(starts / 86_400_000);
    return { id: id * 10 + nth, day, starts, ends: starts + 7_200_000, zone: "America/Boise" };
  });
}

/** When the price was higher: never as a rule, and up to three times. */
function randomPeriods(random: SeededRandom): HigherPrice[] {
  if (random.chance(0.5)) return [];
  const days = Array.from(
    { length: random.pick([2, 2, 4, 6]) },
    () => 20_000 + random.integer(0, 700),
  ).sort();
  const periods: HigherPrice[] = [];
  for (let nth = 0; nth < days.length; nth += 2) {
    periods.push({ from: days[nth] as number, through: days[nth + 1] as number });
  }
  const [first] = periods;
  if (first && random.chance(0.7)) first.from = -Infinity;
  return periods;
}

/** Days on the market grow, stand still, or are not known. */
function randomDays(random: SeededRandom): Pick<ListingRow, "marketSince" | "marketDays"> {
  const none = { marketSince: Number.NaN, marketDays: Number.NaN };
  if (random.chance(0.1)) return none;
  if (random.chance(0.3)) return { ...none, marketDays: random.integer(0, 700) };
  return { ...none, marketSince: 20_000 + random.integer(0, 710) };
}

/** The next version: mostly one value has changed, sometimes all. */
export function changedListing(listing: ListingRow, random: SeededRandom): ListingRow {
  const other = randomListing(listing.id, random);
  const revision = listing.revision + 1;
  if (random.chance(0.2)) {
    return { ...other, revision, listingId: random.chance(0.1) ? other.listingId : listing.listingId };
  }
  const part = random.pick([
    "price",
    "price",
    "status",
    "beds",
    "city",
    "listDay",
    "source",
    "photos",
    "newConstruction",
    "hoaMonthly",
    "openHouses",
    "agent",
    "features",
  ] as const);
  return { ...listing, revision, [part]: other[part] };
}

function randomPosition(random: SeededRandom): { lat: number; lng: number } {
  if (random.chance(0.05)) return { lat: Number.NaN, lng: Number.NaN };
  if (random.chance(0.02)) return { lat: random.decimal(-90, 90, 4), lng: random.decimal(-180, 180, 4) };
  const center = random.integer(0, CENTERS - 1);
  const [lat, lng] = [42 + (center % 8) * 0.7, -118 + Math.floor(center / 8) * 0.9];
  // Towers of flats, and addresses that are hidden.
  if (random.chance(0.15)) return { lat, lng };
  return {
    lat: lat + random.decimal(-0.3, 0.3, 5) * random.decimal(0, 1, 3),
    lng: lng + random.decimal(-0.4, 0.4, 5) * random.decimal(0, 1, 3),
  };
}

function randomPrice(random: SeededRandom): number {
  return random.chance(0.5) ? random.integer(4, 80) * 25_000 : random.integer(100_000, 2_000_000);
}

function orAbsent(random: SeededRandom, share: number, value: number): number {
  return random.chance(share) ? Number.NaN : value;
}
