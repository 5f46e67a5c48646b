import type { AreaUnit } from "./import-fields.ts";

/** Square feet of each unit that a column may be in. */
export const AREA_UNITS = {
  sqft: 1,
  m2: 10.763_910_4,
  acres: 43_560,
  ha: 107_639.104,
} as const;

export type ColumnUnit = keyof typeof AREA_UNITS;

/** Square metres with two decimals are exact to 0.0001 acres. */
const DECIMALS = 10_000;

/** An area in the unit of a field. */
export function convertArea(area: number, from: ColumnUnit, to: AreaUnit): number {
  const squareFeet = area * AREA_UNITS[from];
  return Math.round((squareFeet / (to === "acres" ? AREA_UNITS.acres : 1)) * DECIMALS) / DECIMALS;
}
