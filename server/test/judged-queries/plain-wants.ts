import { TOWNS, type Town } from "../../../demo/src/towns.ts";
import { steps } from "./grade-wants.ts";
import type { Home, Kind, Want } from "./home.ts";

// Kind, place, price, rooms and size: what filters are for.

/** Kinds that are all of what was asked, and kinds that nearly are. */
export const kind = (wanted: Kind[], nearly: Kind[] = []): Want =>
  steps(
    (home) => wanted.includes(home.kind),
    (home) => nearly.includes(home.kind),
  );
export const dwelling = kind(["house", "condo", "townhouse", "manufactured"]);
export const house = kind(["house"], ["townhouse", "manufactured"]);
export const condo = kind(["condo"], ["townhouse"]);
export const townhouse = kind(["townhouse"], ["condo"]);
export const land = kind(["lot", "acreage"], ["farm"]);
export const commercial = kind(["shop", "office", "warehouse"]);

/** Dollars; a tenth more is nearly right. */
export const under = (most: number): Want =>
  steps(
    ({ price }) => price <= most,
    ({ price }) => price <= most * 1.1,
  );
export const over = (least: number): Want =>
  steps(
    ({ price }) => price >= least,
    ({ price }) => price >= least * 0.9,
  );
export const beds = (least: number): Want =>
  steps(
    (home) => home.beds >= least,
    () => false,
    (home) => home.beds === least - 1,
  );
export const exactBeds = (count: number): Want =>
  steps(
    (home) => home.beds === count,
    () => false,
    (home) => Math.abs(home.beds - count) === 1,
  );
export const baths = (least: number): Want =>
  steps(
    (home) => home.baths >= least,
    (home) => home.baths >= least - 0.5,
  );
export const sqft = (least: number): Want =>
  steps(
    (home) => home.sqft >= least,
    (home) => home.sqft >= least * 0.9,
  );
export const smaller = (most: number): Want =>
  steps(
    (home) => home.sqft <= most,
    (home) => home.sqft <= most * 1.1,
  );
export const acres = (least: number): Want =>
  steps(
    (home) => home.acres >= least,
    (home) => home.acres >= least * 0.9,
    (home) => home.acres >= least / 2,
  );
export const builtSince = (year: number, nearly = year - 3): Want =>
  steps(
    (home) => home.year >= year,
    (home) => home.year >= nearly,
  );
export const builtBefore = (year: number, nearly = year + 10): Want =>
  steps(
    (home) => home.year > 0 && home.year < year,
    (home) => home.year > 0 && home.year < nearly,
  );

const NEAR_MILES = 12;

/** One of these towns; another within a dozen miles is nearly there. */
export function inTowns(...names: string[]): Want {
  const wanted = names.map(townNamed);
  const near = new Set(
    TOWNS.filter((town) => wanted.some((other) => miles(town, other) <= NEAR_MILES)).map(({ city }) => city),
  );
  return steps(
    ({ city }) => names.includes(city),
    ({ city }) => near.has(city),
  );
}

export const inCounties = (...names: string[]): Want => steps(({ county }) => names.includes(county));
export const inZip = (wanted: string): Want => steps(({ zip }) => zip === wanted);
/** A town that is known for that: `ski`, `college`, `lake`. */
export const townIs = (...settings: Town["settings"]): ((home: Home) => boolean) => {
  const names = new Set(
    TOWNS.filter((town) => settings.some((setting) => town.settings.includes(setting))).map(
      ({ city }) => city,
    ),
  );
  return ({ city }) => names.has(city);
};

function townNamed(name: string): Town {
  const town = TOWNS.find(({ city }) => city === name);
  if (!town) throw new Error(`${name} is no town of the demo`);
  return town;
}

function miles(a: Town, b: Town): number {
  const north = (a.latitude - b.latitude) * 69;
  const east = (a.longitude - b.longitude) * 69 * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}
