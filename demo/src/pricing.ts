import type { Home } from "./homes/home.ts";
import type { Random } from "./random.ts";
import type { Town } from "./towns.ts";

const PERK_VALUE = {
  shop: 0.05,
  barn: 0.03,
  "hot tub": 0.008,
  "community pool": 0.015,
  "ski access": 0.06,
  "golf course": 0.04,
  solar: 0.012,
  updated: 0.05,
  basement: -0.04,
  deck: 0.008,
  office: 0.005,
};

/** Rounds as agents do: 389,900 or 412,500, and whole thousands for large sums. */
export function askingPrice(amount: number, random: Random): number {
  if (amount < 30_000) return Math.max(9_000, Math.round(amount / 500) * 500);
  if (amount < 250_000) return Math.round(amount / 5_000) * 5_000 - random.pick([0, 100, 100, 1_000]);
  if (amount < 900_000) return Math.round(amount / 5_000) * 5_000 - random.pick([0, 0, 100, 100, 1_000, 10]);
  return Math.round(amount / 25_000) * 25_000 - random.pick([0, 0, 1_000, 5_000]);
}

/** A home's price in dollars: town level x size x age x kind, plus land and perks. */
export function homeValue(home: Home, thisYear: number, random: Random): number {
  const { town, sqft, year, kind, acres = 0, perks } = home;
  const age = thisYear - year;
  const byAge = age < 3 ? 1.1 : age < 15 ? 1.02 : age < 40 ? 0.94 : age < 80 ? 0.86 : 0.9;
  // Large homes cost less per square foot, small ones more.
  const bySize = (1900 / sqft) ** 0.16;
  const byKind = { house: 1, townhouse: 0.95, condo: 1, manufactured: 0.62 }[kind];
  const extras = Object.entries(PERK_VALUE).reduce(
    (sum, [perk, part]) => sum + (perks.has(perk as keyof typeof PERK_VALUE) ? part : 0),
    1,
  );
  const setting =
    (home.water === "lake" ? 1.75 : home.water === "river" ? 1.22 : 1) *
    (home.view === "mountains" || home.view === "city lights" ? 1.05 : 1);
  const garage = 1 + (home.garage - 2) * 0.025;
  const land = acres > 0.25 ? landValue(town, acres - 0.25) * 0.55 : 0;
  return (
    town.pricePerSqft * sqft * byAge * bySize * byKind * extras * setting * garage * random.normal(1, 0.08) +
    land
  );
}

/** The price of land in dollars: the first acre is the most expensive, each further one is cheaper. */
export function landValue(town: Town, acres: number): number {
  const firstAcre = town.pricePerSqft * 600;
  return firstAcre * acres ** 0.52;
}
