import { generateListings } from "../../../demo/src/generate-listings.ts";
import { type PhotoTraits, photoCatalog } from "../../../demo/src/photo-catalog.ts";
import type { ResoProperty } from "../../../demo/src/reso-property.ts";
import type { Home, Kind } from "./home.ts";

const SEED = 1890;

const KINDS: Record<string, Kind> = {
  "Single Family Residence": "house",
  Condominium: "condo",
  Townhouse: "townhouse",
  "Manufactured Home": "manufactured",
  Duplex: "income",
  Triplex: "income",
  Quadruplex: "income",
  "Unimproved Land": "lot",
  Acreage: "acreage",
  Agriculture: "farm",
  Retail: "shop",
  Office: "office",
  Warehouse: "warehouse",
};
const UNITS: Record<string, number> = { Duplex: 2, Triplex: 3, Quadruplex: 4 };
const FEATURES = [
  "InteriorFeatures",
  "ExteriorFeatures",
  "Appliances",
  "Flooring",
  "Heating",
  "Cooling",
  "PoolFeatures",
  "PatioAndPorchFeatures",
  "ParkingFeatures",
  "LotFeatures",
  "CommunityFeatures",
  "WaterfrontFeatures",
] as const satisfies (keyof ResoProperty)[];

/** The demo's listings as they are on that day: the last version of each. */
export function demoRecords(today: string, count = 3000): ResoProperty[] {
  const versions = [...generateListings({ seed: SEED, today, count })];
  return [...new Map(versions.map((record) => [record.ListingId, record])).values()];
}

/** What the public may find without asking for a status: for sale now. */
export function demoHomes(records: ResoProperty[]): Home[] {
  const traits = new Map(photoCatalog().map((photo) => [photo.file, photo.traits]));
  return records.filter(isForSale).map((record) => homeOf(record, traits));
}

function isForSale(record: ResoProperty): boolean {
  return record.StandardStatus === "Active" && record.InternetEntireListingDisplayYN !== false;
}

function homeOf(record: ResoProperty, traits: Map<string, PhotoTraits>): Home {
  const pictures = (record.Media ?? []).map(({ MediaURL }) => traits.get(MediaURL.split("/").at(-1) ?? ""));
  const front = pictures.find((picture) => picture?.subject === "front");
  const kitchen = pictures.find((picture) => picture?.subject === "kitchen");
  const subType = record.PropertySubType ?? "";
  const kind = KINDS[subType];
  if (!kind) throw new Error(`${record.ListingId} is of no known kind: ${subType}`);
  return {
    id: record.ListingId,
    kind,
    price: record.ListPrice,
    beds: record.BedroomsTotal ?? 0,
    baths: bathsOf(record),
    sqft: record.LivingArea ?? 0,
    acres: record.LotSizeAcres ?? 0,
    year: record.YearBuilt ?? 0,
    stories: record.Stories ?? 0,
    garage: record.GarageSpaces ?? 0,
    units: UNITS[subType] ?? 1,
    city: record.City,
    county: record.CountyOrParish ?? "",
    zip: record.PostalCode ?? "",
    features: featuresOf(record),
    walls: record.ConstructionMaterials?.[0] ?? "",
    style: front?.subject === "front" ? front.style : "",
    cabinets: kitchen?.subject === "kitchen" ? kitchen.cabinets : "",
    condition: 0,
    grade: 0,
    view: 0,
    renovated: 0,
  };
}

function bathsOf(record: ResoProperty): number {
  const { BathroomsFull: full = 0, BathroomsThreeQuarter: most = 0, BathroomsHalf: half = 0 } = record;
  return full + most * 0.75 + half * 0.5;
}

/** `Stone` alone would not say that it is a fireplace. */
function featuresOf(record: ResoProperty): Set<string> {
  return new Set([
    ...FEATURES.flatMap((field) => record[field] ?? []),
    ...(record.View ?? []).flatMap((view) => [view, `view:${view}`]),
    ...(record.FireplaceFeatures ?? []).map((of) => `fireplace:${of}`),
  ]);
}
