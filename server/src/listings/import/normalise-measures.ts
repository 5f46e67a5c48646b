import type { FieldReader } from "./field-reader.ts";
import type { ListingRecord } from "./listing-record.ts";

const COUNT = { min: 0, max: 1_000 };
/** Also in square metres it stays within 32 bits when it is converted. */
const AREA = { min: 0, max: 150_000_000 };
const SQUARE_FEET_PER_ACRE = 43_560;
const SQUARE_FEET_PER_SQUARE_METRE = 10.7639104;

type Bathrooms = Pick<
  ListingRecord,
  "baths" | "baths_full" | "baths_three_quarter" | "baths_half" | "baths_quarter" | "bathrooms_total_integer"
>;

/** Baths are weighted by their parts; RESO's total counts rooms and stands in only when nothing else is there. */
export function readBathrooms(read: FieldReader): Bathrooms {
  const full = read.integer("BathroomsFull", COUNT);
  const threeQuarter = read.integer("BathroomsThreeQuarter", COUNT);
  const half = read.integer("BathroomsHalf", COUNT);
  const quarter = read.integer("BathroomsOneQuarter", COUNT);
  const rooms = read.integer("BathroomsTotalInteger", COUNT);
  const decimal = read.number("BathroomsTotalDecimal", COUNT);
  const anyPart = [full, threeQuarter, half, quarter].some((part) => part !== null);
  const weighted = (full ?? 0) + (threeQuarter ?? 0) * 0.75 + (half ?? 0) * 0.5 + (quarter ?? 0) * 0.25;
  return {
    baths: anyPart ? weighted : (decimal ?? rooms),
    baths_full: full,
    baths_three_quarter: threeQuarter,
    baths_half: half,
    baths_quarter: quarter,
    bathrooms_total_integer: rooms,
  };
}

/** Living area in whole square feet. */
export function readLivingArea(read: FieldReader): number | null {
  const area = read.number("LivingArea", AREA);
  if (area === null) return null;
  const metric = /met(er|re)/i.test(read.text("LivingAreaUnits") ?? "");
  return Math.round(metric ? area * SQUARE_FEET_PER_SQUARE_METRE : area);
}

export function readLot(read: FieldReader): number | null {
  const acres = read.number("LotSizeAcres", { min: 0, max: 10_000_000 });
  if (acres !== null) return acres;
  const squareFeet = read.number("LotSizeSquareFeet", { min: 0, max: 1e12 });
  return squareFeet === null ? null : Math.round((squareFeet / SQUARE_FEET_PER_ACRE) * 10_000) / 10_000;
}

/** Both coordinates or none; 0, 0 is what feeds write for "unknown". */
export function readPosition(read: FieldReader): Pick<ListingRecord, "latitude" | "longitude"> {
  const latitude = read.number("Latitude", { min: -90, max: 90 });
  const longitude = read.number("Longitude", { min: -180, max: 180 });
  const unknown = latitude === null || longitude === null || (latitude === 0 && longitude === 0);
  return unknown ? { latitude: null, longitude: null } : { latitude, longitude };
}

type Street = Pick<
  ListingRecord,
  | "address"
  | "street_number"
  | "street_dir_prefix"
  | "street_name"
  | "street_suffix"
  | "street_dir_suffix"
  | "unit_number"
>;

export function readStreet(read: FieldReader): Street {
  const parts = {
    street_number: read.text("StreetNumber", 50),
    street_dir_prefix: read.text("StreetDirPrefix", 20),
    street_name: read.text("StreetName"),
    street_suffix: read.text("StreetSuffix", 50),
    street_dir_suffix: read.text("StreetDirSuffix", 20),
    unit_number: read.text("UnitNumber", 50),
  };
  const { unit_number: unit, ...street } = parts;
  const line = Object.values(street).filter(Boolean).join(" ");
  const composed = [line, unit && line && `#${unit.replace(/^#/, "")}`].filter(Boolean).join(" ");
  return { address: read.text("UnparsedAddress", 300) ?? (composed || null), ...parts };
}
