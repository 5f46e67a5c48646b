import type { Random } from "./random.ts";
import type { ResoProperty } from "./reso-property.ts";
import type { Town } from "./towns.ts";

const NAMES = [
  "Sagebrush",
  "Syringa",
  "Cottonwood",
  "Owyhee",
  "Bogus Basin",
  "Camas",
  "Ponderosa",
  "Tamarack",
  "Chinook",
  "Sockeye",
  "Steelhead",
  "Bannock",
  "Lemhi",
  "Kestrel",
  "Red Tail",
  "Meadowlark",
  "Quail Ridge",
  "Pheasant Run",
  "Elk Ridge",
  "Antelope",
  "Huckleberry",
  "Larkspur",
  "Lupine",
  "Aspen",
  "Juniper",
  "Cedar",
  "Maple",
  "Linden",
  "Locust Grove",
  "Orchard",
  "Cherry",
  "Plum",
  "Hawthorne",
  "Franklin",
  "Jefferson",
  "Washburn",
  "Garfield",
  "Fort",
  "Canal",
  "Ditch Bank",
  "Gristmill",
  "Harvest",
  "Wheatland",
  "Barley",
  "Prairie",
  "Canyon Rim",
  "Basalt",
  "Granite",
  "Garnet",
  "Opal",
  "Silver Creek",
  "Star Mountain",
  "Table Rock",
  "Shoshone",
  "Clearwater",
  "Lochsa",
  "Selway",
  "Payette",
  "Wood River",
  "Teton View",
  "Big Hole",
  "Sawtooth",
  "Galena",
  "Stagecoach",
  "Wagon Wheel",
  "Oregon Trail",
  "Homestead",
  "Pioneer",
  "Settlers",
  "Cloverdale",
  "Amity",
  "Victory",
  "Columbia",
  "Lake Hazel",
  "Ustick",
  "Fairview",
  "Overland",
  "Heron",
  "Osprey",
  "Trout",
  "Bitterbrush",
  "Rabbitbrush",
  "Mule Deer",
  "Whitetail",
  "Foxglove",
  "Mallard",
  "Windrow",
  "Sunnyslope",
];
const SUFFIXES = [
  ["St", 26],
  ["Ave", 22],
  ["Dr", 20],
  ["Way", 14],
  ["Ln", 14],
  ["Ct", 10],
  ["Pl", 8],
  ["Rd", 8],
  ["Loop", 2],
] as const;
const RURAL = [
  ["Rd", 50],
  ["Ln", 30],
  ["Way", 8],
  ["Dr", 12],
] as const;
const MILES_PER_DEGREE = 69.05;

export type Address = Pick<
  ResoProperty,
  | "StreetNumber"
  | "StreetDirPrefix"
  | "StreetName"
  | "StreetSuffix"
  | "UnitNumber"
  | "UnparsedAddress"
  | "City"
  | "StateOrProvince"
  | "PostalCode"
  | "CountyOrParish"
  | "Latitude"
  | "Longitude"
>;

/** An invented address and a point around the town's centre; rural ones are farther out. */
export function addressIn(town: Town, random: Random, place: { rural: boolean; unit: boolean }): Address {
  const StreetNumber = String(place.rural ? random.int(1000, 29999) : random.int(101, 9899));
  const StreetDirPrefix = random.weighted([
    ["N", 24],
    ["S", 22],
    ["E", 20],
    ["W", 22],
    [undefined, 30],
  ] as const);
  const StreetName = random.pick(NAMES);
  const StreetSuffix = random.weighted<string>(place.rural ? RURAL : SUFFIXES);
  const UnitNumber = place.unit
    ? `${random.int(1, 4)}${String(random.int(1, 24)).padStart(2, "0")}`
    : undefined;
  const street = [StreetNumber, StreetDirPrefix, StreetName, StreetSuffix].filter(Boolean).join(" ");
  const reach = town.spreadMiles * (place.rural ? 1.5 : 1);
  const [leanLatitude, leanLongitude] = town.lean ?? [0, 0];
  const north = random.normal(0, reach / 2) / MILES_PER_DEGREE;
  const east = random.normal(0, reach / 2) / (MILES_PER_DEGREE * Math.cos((town.latitude * Math.PI) / 180));
  return {
    StreetNumber,
    ...(StreetDirPrefix && { StreetDirPrefix }),
    StreetName,
    StreetSuffix,
    ...(UnitNumber && { UnitNumber }),
    UnparsedAddress: UnitNumber ? `${street} #${UnitNumber}` : street,
    City: town.city,
    StateOrProvince: "ID",
    PostalCode: random.pick(town.zips),
    CountyOrParish: town.county,
    Latitude: Number((town.latitude + leanLatitude + north).toFixed(6)),
    Longitude: Number((town.longitude + leanLongitude + east).toFixed(6)),
  };
}
