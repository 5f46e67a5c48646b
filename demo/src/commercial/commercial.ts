import type { DemoPhoto } from "../photo-catalog.ts";
import { PHOTOS_BY_SUBJECT, type PhotoOf } from "../photos-by-subject.ts";
import type { Random } from "../random.ts";
import type { ResoProperty } from "../reso-property.ts";
import type { Town } from "../towns.ts";

export type BuildingOffer = {
  record: Partial<ResoProperty>;
  remarks: string;
  value: number;
  photos: DemoPhoto[];
};

const KINDS = {
  storefront: {
    subType: "Retail",
    level: 0.75,
    words: [
      "Ground-floor shops with display windows face the street.",
      "Street-level retail with striped awnings and offices above.",
    ],
  },
  "office building": {
    subType: "Office",
    level: 0.72,
    words: [
      "Rows of windows bring daylight to every floor.",
      "Professional office space with on-site parking.",
    ],
  },
  warehouse: {
    subType: "Warehouse",
    level: 0.48,
    words: [
      "Three roll-up doors open to a paved yard.",
      "Clear-span warehouse with roll-up doors and room to turn a truck.",
    ],
  },
} as const;

/** A shop, office or warehouse building for sale. */
export function buildCommercial(town: Town, thisYear: number, random: Random): BuildingOffer {
  const kind = random.pick(["storefront", "office building", "warehouse"] as const);
  const { subType, level, words } = KINDS[kind];
  const fronts = PHOTOS_BY_SUBJECT.buildings.filter(({ traits }) => traits.kind === kind);
  const front: PhotoOf<"commercial"> = random.pick(fronts);
  const sqft = random.int(18, kind === "warehouse" ? 220 : 140) * 100;
  const year = random.int(kind === "storefront" ? 1908 : 1965, thisYear - 1);
  const acres = Number(random.between(0.15, kind === "warehouse" ? 3 : 0.9).toFixed(2));
  const size = sqft.toLocaleString("en-US");
  const sentences = [
    random.pick([
      `${size}-square-foot ${kind} in ${town.city}, built in ${year}.`,
      `Own a ${kind} in ${town.city}: ${size} square feet on ${acres} acres.`,
      `Investment or owner use: a ${kind} of ${size} square feet in ${town.county} County.`,
    ]),
    random.pick(words),
    random.pick([
      "Power and heating are separately metered.",
      "Central heating and cooling serve the building.",
      "Good visibility and easy access from main roads.",
    ]),
    random.pick([
      "Rent roll and plans are available on request.",
      "Available at closing.",
      `${town.city} keeps growing, and so does the need for space like this.`,
    ]),
  ];
  const inside =
    kind === "warehouse"
      ? [
          ...random.sample(
            PHOTOS_BY_SUBJECT.garages.filter(({ traits }) => traits.use === "workshop"),
            2,
          ),
          random.pick(PHOTOS_BY_SUBJECT.offices),
        ]
      : random.sample(PHOTOS_BY_SUBJECT.offices, 3);
  const aerial = random.pick(PHOTOS_BY_SUBJECT.aerials.filter(({ traits }) => traits.place === "downtown"));
  return {
    record: {
      PropertyType: "Commercial Sale",
      PropertySubType: subType,
      LivingArea: sqft,
      LivingAreaUnits: "Square Feet",
      LotSizeAcres: acres,
      YearBuilt: year,
      Stories: kind === "warehouse" ? 1 : kind === "storefront" ? 2 : 3,
      ConstructionMaterials: [
        kind === "warehouse" ? "Metal Siding" : kind === "storefront" ? "Brick" : "Glass",
      ],
      Heating: ["Forced Air"],
      Cooling: kind === "warehouse" ? [] : ["Central Air"],
      ParkingFeatures: kind === "storefront" ? ["On Street"] : ["Parking Lot"],
    },
    remarks: sentences.join(" "),
    value: town.pricePerSqft * sqft * level * (5000 / sqft) ** 0.2 * random.normal(1, 0.12),
    photos: [front, ...inside, ...(kind === "warehouse" ? [] : [aerial])],
  };
}

/** A duplex or fourplex: rooms are those of the whole building. */
export function buildIncome(town: Town, thisYear: number, random: Random): BuildingOffer {
  const units = random.pick([2, 3, 4]);
  const beds = units * 2;
  const sqft = units * random.int(78, 115) * 10;
  const year = random.int(1962, thisYear - 1);
  const front = random.pick(
    PHOTOS_BY_SUBJECT.fronts.filter(({ traits }) =>
      units < 4 ? traits.style === "townhouse" : traits.style === "condo",
    ),
  );
  const name = { 2: "duplex", 3: "triplex", 4: "fourplex" }[units]!;
  const kitchen = random.pick(PHOTOS_BY_SUBJECT.kitchens.filter(({ traits }) => !traits.island));
  const sentences = [
    random.pick([
      `Well-kept ${name} in ${town.city}, built in ${year}.`,
      `A ${name} with two bedrooms and a bath in each unit, ${sqft.toLocaleString("en-US")} square feet in all.`,
    ]),
    random.pick([
      `Kitchens have ${kitchen.traits.counter} counters.`,
      "Each unit has its own entrance and laundry hookups.",
    ]),
    random.pick([
      "Units are separately metered.",
      "Live in one unit and rent the rest.",
      "Current rents are available on request.",
    ]),
    random.pick([
      `Rental demand in ${town.city} is steady.`,
      "Please do not disturb the tenants; showings by appointment.",
    ]),
  ];
  return {
    record: {
      PropertyType: "Residential Income",
      PropertySubType: { 2: "Duplex", 3: "Triplex", 4: "Quadruplex" }[units]!,
      BedroomsTotal: beds,
      BathroomsFull: units,
      BathroomsTotalInteger: units,
      LivingArea: sqft,
      LivingAreaUnits: "Square Feet",
      LotSizeAcres: Number(random.between(0.14, 0.4).toFixed(2)),
      YearBuilt: year,
      Stories: units < 4 ? 2 : 3,
      GarageSpaces: units < 4 ? units : 0,
      Appliances: ["Range/Oven", "Refrigerator"],
      Heating: ["Forced Air"],
      Cooling: ["Central Air"],
    },
    remarks: sentences.join(" "),
    value: town.pricePerSqft * sqft * 0.82 * random.normal(1, 0.08),
    photos: [
      front,
      random.pick(
        PHOTOS_BY_SUBJECT.livingRooms.filter(({ traits }) => traits.fireplace === "none" && !traits.beams),
      ),
      kitchen,
      ...random.sample(
        PHOTOS_BY_SUBJECT.bedrooms.filter(({ traits }) => !traits.primary),
        3,
      ),
      ...random.sample(
        PHOTOS_BY_SUBJECT.bathrooms.filter(({ traits }) => !traits.primary),
        2,
      ),
      random.pick(PHOTOS_BY_SUBJECT.laundries),
      random.pick(PHOTOS_BY_SUBJECT.aerials.filter(({ traits }) => traits.place === "neighborhood")),
    ],
  };
}
