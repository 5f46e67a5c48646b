import { steps } from "./grade-wants.ts";
import type { Home, Want } from "./home.ts";
import { townIs } from "./plain-wants.ts";

// What a home has, looks like and is good for. Each says what is all of it, what nearly, what partly.

export type Test = (home: Home) => boolean;
/** One of these RESO words is among its features. */
export const has =
  (...words: string[]): Test =>
  ({ features }) =>
    words.some((word) => features.has(word));
const isDwelling: Test = ({ kind }) => ["house", "condo", "townhouse", "manufactured"].includes(kind);
const acreage =
  (least: number): Test =>
  ({ acres }) =>
    acres >= least;
const garageFor =
  (cars: number): Test =>
  ({ garage }) =>
    garage >= cars;

/** Just that feature, or it is not there. */
export const feature = (...words: string[]): Want => steps(has(...words));

// Ground and animals
export const horses = steps(has("Horse Facilities"), has("Barn(s)", "Pasture"), acreage(2));
export const livestock = steps(has("Horse Facilities", "Barn(s)", "Pasture"), acreage(2), acreage(1));
export const barn = steps(has("Barn(s)"), (home) => has("Shop")(home) && acreage(1)(home), acreage(2));
export const someLand = steps(acreage(1), acreage(0.5), acreage(0.35));
export const seclusion = steps(acreage(2), acreage(1), acreage(0.5));

// Vehicles and work
export const shop = steps(has("Shop"), garageFor(3), has("Barn(s)"));
export const rvParking = steps(has("RV Access/Parking"), acreage(1));
export const garage = (cars: number): Want => steps(garageFor(cars), () => false, garageFor(cars - 1));

// Yard
export const outdoorRoom = steps(
  has("Pergola"),
  (home) => has("Patio", "Deck")(home) && has("Fire Pit", "Hot Tub")(home),
  has("Patio", "Deck"),
);
export const deck = steps(has("Deck"), has("Patio"));
export const patio = steps(has("Patio"), has("Deck"));
export const firePit = steps(has("Fire Pit"));
export const fence = steps(has("Fenced Yard"), () => false, acreage(1));
export const vegetables = steps(has("Garden"), () => false, acreage(1));
export const smallYard: Want = steps(
  ({ kind, acres }) => kind === "condo" || kind === "townhouse" || acres < 0.15,
  ({ acres }) => acres < 0.2,
);

// Rooms
export const oneLevel = steps((home) => isDwelling(home) && home.stories === 1, has("Primary Downstairs"));
export const homeOffice = steps(has("Office"), has("Bonus Room", "Loft"));
export const playRoom = steps(has("Bonus Room", "Loft"), has("Finished Basement"));
export const guestSpace = steps(has("Bonus Room", "Finished Basement"), has("Loft"));
export const fireplace = (of: "Stone" | "Brick" | "Tile"): Want =>
  steps(has(`fireplace:${of}`), () => false, has("fireplace:Stone", "fireplace:Brick", "fireplace:Tile"));
export const cabinets = (...colors: string[]): Want => steps((home) => colors.includes(home.cabinets));

// Looks
export const style = (...wanted: string[]): Want => steps((home) => wanted.includes(home.style));
export const walls = (...wanted: string[]): Want => steps((home) => wanted.includes(home.walls));
export const cabin = steps(
  (home) => home.style === "cabin",
  (home) => home.walls === "Log",
);

// Age and condition
const worn: Test = (home) => isDwelling(home) && !has("Updated/Remodeled", "New Roof")(home) && home.year > 0;
/** No feed says "fixer": old, and without a stated renovation. */
export const fixer = steps(
  (home) => worn(home) && home.year < 1970,
  (home) => worn(home) && home.year < 1985,
  (home) => home.year > 0 && home.year < 1970,
);
export const moveInReady = steps(
  (home) => isDwelling(home) && (has("Updated/Remodeled")(home) || home.year >= 2018),
  (home) => isDwelling(home) && (has("New Roof")(home) || home.year >= 2010),
);
export const newBuild = steps(
  ({ year }) => year >= 2024,
  ({ year }) => year >= 2020,
  ({ year }) => year >= 2016,
);

// View, water, places to go
export const mountainView = steps(has("Mountain(s)"), () => false, has("Hills", "Valley"));
export const onTheLake = steps(has("Lake Front"), () => false, has("River Front"));
export const onTheRiver = steps(has("River Front"), () => false, has("Lake Front"));
export const onTheWater = feature("Lake Front", "River Front");
const inSkiTown = townIs("ski");
export const skiing = steps(has("Ski Accessible"), (home) => isDwelling(home) && inSkiTown(home));
export const golfView = steps(has("view:Golf Course"), has("Golf Course"));
