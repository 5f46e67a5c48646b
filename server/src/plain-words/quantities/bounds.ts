import type { Filters } from "../interpretation.ts";
import type { Cue } from "./cues.ts";
import { FEWER_BATHS_STEP, filterNames, type Measure, measureLimits } from "./measures.ts";

/** The ends of a range; null is an open end. */
export type Bounds = { min: number | null; max: number | null };

/** "Around 450k" means prices within this factor, and so does a bare price. */
const NEAR_FACTOR = 0.1;
const NEAR_YEARS = 5;
/** A parcel called five acres often has 4.9, because roads were taken from it: "on 5 acres" includes it. */
const PARCEL_TOLERANCE = 0.95;

/** Bounds of a single number with its cue. */
export function boundsOf(measure: Measure, value: number, cue: Cue | null): Bounds {
  const { step } = measureLimits[measure];
  if (cue === "most" || cue === "budget") return { min: null, max: value };
  if (cue === "less") return { min: null, max: value - (measure === "baths" ? FEWER_BATHS_STEP : step) };
  if (cue === "least" || (cue === "from" && measure !== "stories")) return { min: value, max: null };
  if (cue === "more") return { min: value + step, max: null };
  if (cue === "exact") return { min: value, max: value };
  return defaultBounds(measure, value, cue === "near");
}

/** Bounds without a cue: rooms and sizes are minimums, a price is approximate. */
function defaultBounds(measure: Measure, value: number, isNear: boolean): Bounds {
  if (measure === "price" || (isNear && measure === "sqft"))
    return { min: Math.round(value * (1 - NEAR_FACTOR)), max: Math.round(value * (1 + NEAR_FACTOR)) };
  if (measure === "acres" && isNear)
    return { min: hundredths(value * (1 - NEAR_FACTOR)), max: hundredths(value * (1 + NEAR_FACTOR)) };
  if (measure === "acres") return { min: hundredths(value * PARCEL_TOLERANCE), max: null };
  if (measure === "year_built")
    return isNear ? { min: value - NEAR_YEARS, max: value + NEAR_YEARS } : { min: value, max: value };
  // One story is a maximum, because the buyer wants no stairs. Two are exact.
  if (measure === "stories") return { min: value === 1 ? null : value, max: value };
  return { min: value, max: null };
}

function hundredths(value: number): number {
  return Math.floor(value * 100 + 1e-6) / 100;
}

/** Converts bounds to filters; null when they are implausible. */
export function toFilters(measure: Measure, { min, max }: Bounds): Filters | null {
  const { min: least, max: most } = measureLimits[measure];
  const isSense = (end: number | null) => end === null || (end >= least * 0.9 && end <= most * 1.1);
  if ((min === null && max === null) || !isSense(min) || !isSense(max)) return null;
  if (min !== null && max !== null && min > max) return null;
  const name = filterNames[measure];
  return { ...(min !== null && { [`min_${name}`]: min }), ...(max !== null && { [`max_${name}`]: max }) };
}
