import type { ListingFilters, ListingRow } from "../../listings/index.ts";
import { boxOfArea } from "./area-cells.ts";

const RANGES = [
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
const DIMENSIONS = [...RANGES, "lat", "lng"] as const;
type Dimension = (typeof DIMENSIONS)[number];

/** Least and greatest values that searches take, one array for each; infinite without a bound. */
export class Bounds {
  #least: Record<Dimension, Float64Array<ArrayBuffer>>;
  #greatest: Record<Dimension, Float64Array<ArrayBuffer>>;
  #capacity = 0;

  constructor() {
    this.#least = columns(0);
    this.#greatest = columns(0);
  }

  grow(capacity: number): void {
    if (capacity <= this.#capacity) return;
    this.#least = columns(capacity, this.#least);
    this.#greatest = columns(capacity, this.#greatest);
    this.#capacity = capacity;
  }

  set(ordinal: number, filters: ListingFilters): void {
    const box = boxOfArea(filters);
    const set = (dimension: Dimension, min = -Infinity, max = Infinity) => {
      this.#least[dimension][ordinal] = min;
      this.#greatest[dimension][ordinal] = max;
    };
    // With `include_unknown` a listing without a value matches: that is left to the comparison.
    for (const name of RANGES) set(name, filters[name]?.min, filters[name]?.max);
    set("lat", box?.minLat, box?.maxLat);
    set("lng", box?.minLng, box?.maxLng);
  }

  /** Whether a listing with these values is within the bounds of a search. An absent value (NaN) is where there are none. */
  hold(ordinal: number, values: Float64Array, takesUnknown: boolean): boolean {
    for (let nth = 0; nth < DIMENSIONS.length; nth++) {
      const dimension = DIMENSIONS[nth] as Dimension;
      const least = this.#least[dimension][ordinal] as number;
      const greatest = this.#greatest[dimension][ordinal] as number;
      const value = values[nth] as number;
      if (value >= least && value <= greatest) continue;
      if (least === -Infinity && greatest === Infinity) continue;
      if (takesUnknown && Number.isNaN(value) && nth < RANGES.length) continue;
      return false;
    }
    return true;
  }
}

/** The values of a listing in the order of the dimensions. */
export function boundedValues(row: ListingRow): Float64Array {
  return Float64Array.from(DIMENSIONS, (dimension) => row[dimension]);
}

function columns(
  capacity: number,
  from?: Record<Dimension, Float64Array<ArrayBuffer>>,
): Record<Dimension, Float64Array<ArrayBuffer>> {
  const entries = DIMENSIONS.map((dimension) => {
    const column = new Float64Array(capacity);
    if (from) column.set(from[dimension]);
    return [dimension, column] as const;
  });
  return Object.fromEntries(entries) as Record<Dimension, Float64Array<ArrayBuffer>>;
}
