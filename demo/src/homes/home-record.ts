import type { Random } from "../random.ts";
import type { ResoProperty } from "../reso-property.ts";
import type { Home, Perk } from "./home.ts";

const SUBTYPES = {
  house: "Single Family Residence",
  condo: "Condominium",
  townhouse: "Townhouse",
  manufactured: "Manufactured Home",
};
const MATERIALS = {
  brick: "Brick",
  "lap siding": "Lap Siding",
  "board and batten": "Board & Batten Siding",
  stone: "Stone",
  stucco: "Stucco",
  log: "Log",
  metal: "Metal Siding",
};
const COUNTERS = {
  "white quartz": "Quartz Counters",
  "black granite": "Granite Counters",
  "brown granite": "Granite Counters",
  "butcher block": "Butcher Block Counters",
};
const FIREPLACES = { stone: ["Stone"], brick: ["Brick"], "white tile": ["Tile"], none: [] };
const VIEWS = {
  mountains: "Mountain(s)",
  "city lights": "City Lights",
  foothills: "Hills",
  "golf course": "Golf Course",
  valley: "Valley",
};
const FLOORS = { hardwood: "Hardwood", tile: "Tile", carpet: "Carpet", concrete: "Concrete" };

/** The RESO values of the perks, by field. */
const PERKS: Partial<Record<Perk, [keyof ResoProperty, string]>> = {
  "primary on main": ["InteriorFeatures", "Primary Downstairs"],
  office: ["InteriorFeatures", "Office"],
  "bonus room": ["InteriorFeatures", "Bonus Room"],
  basement: ["InteriorFeatures", "Finished Basement"],
  loft: ["InteriorFeatures", "Loft"],
  vaulted: ["InteriorFeatures", "Vaulted Ceiling(s)"],
  "walk-in closet": ["InteriorFeatures", "Walk-In Closet(s)"],
  pantry: ["InteriorFeatures", "Pantry"],
  "laundry room": ["InteriorFeatures", "Laundry Room"],
  shop: ["ExteriorFeatures", "Shop"],
  barn: ["ExteriorFeatures", "Barn(s)"],
  horses: ["ExteriorFeatures", "Horse Facilities"],
  "rv parking": ["ParkingFeatures", "RV Access/Parking"],
  "hot tub": ["ExteriorFeatures", "Hot Tub"],
  deck: ["PatioAndPorchFeatures", "Deck"],
  patio: ["PatioAndPorchFeatures", "Patio"],
  pergola: ["PatioAndPorchFeatures", "Pergola"],
  "fire pit": ["ExteriorFeatures", "Fire Pit"],
  fence: ["ExteriorFeatures", "Fenced Yard"],
  garden: ["LotFeatures", "Garden"],
  irrigation: ["LotFeatures", "Pressurized Irrigation"],
  sprinklers: ["LotFeatures", "Automatic Sprinklers"],
  solar: ["ExteriorFeatures", "Solar Panels"],
  "ev charger": ["ParkingFeatures", "Electric Vehicle Charging Station"],
  "community pool": ["PoolFeatures", "Community"],
  trails: ["CommunityFeatures", "Trails"],
  "ski access": ["CommunityFeatures", "Ski Accessible"],
  "golf course": ["CommunityFeatures", "Golf Course"],
  "new roof": ["ExteriorFeatures", "New Roof"],
  updated: ["InteriorFeatures", "Updated/Remodeled"],
};

function fromPerks(home: Home, field: keyof ResoProperty): string[] {
  return [...home.perks].flatMap((perk) => (PERKS[perk]?.[0] === field ? [PERKS[perk][1]] : []));
}

/** Flats, town houses and homes with a pool of the community have an association. */
function associationOf({ kind, sqft, perks }: Home): Partial<ResoProperty> {
  if (kind === "condo" || kind === "townhouse")
    return {
      AssociationYN: true,
      AssociationFee: Math.round(sqft / 40) * 5,
      AssociationFeeFrequency: "Monthly",
    };
  if (!perks.has("community pool")) return { AssociationYN: false };
  return { AssociationYN: true, AssociationFee: 480, AssociationFeeFrequency: "Annually" };
}

/** The RESO fields of a home, without price, location, status and remarks. */
export function homeRecord(home: Home, random: Random): Partial<ResoProperty> {
  const { kitchen, living, front, garage } = home;
  const baths = home.fullBaths + home.threeQuarterBaths + home.halfBaths;
  const interior = [
    COUNTERS[kitchen.traits.counter],
    ...(kitchen.traits.island ? ["Kitchen Island"] : []),
    ...(living.traits.beams ? ["Beamed Ceilings"] : []),
    ...(home.primaryBath.traits.primary ? ["Double Vanity"] : []),
    ...(home.primaryBath.traits.primary && home.primaryBath.traits.bath === "tub" ? ["Soaking Tub"] : []),
    ...fromPerks(home, "InteriorFeatures"),
  ];
  const appliances = [
    "Range/Oven",
    "Refrigerator",
    ...random.sample(
      ["Dishwasher", "Microwave", "Disposal", "Gas Range", "Washer", "Dryer"],
      random.int(1, 4),
    ),
    ...(kitchen.traits.appliances === "stainless" ? ["Stainless Steel Appliance(s)"] : []),
  ];
  const heating =
    home.year > 1975
      ? random.weighted([
          ["Forced Air", 7],
          ["Heat Pump", 2],
        ] as const)
      : random.weighted([
          ["Forced Air", 6],
          ["Baseboard", 2],
          ["Radiant", 1],
        ] as const);
  const cooled = random.chance(
    home.town.latitude > 46 || home.town.settings.includes("mountain") ? 0.45 : home.year > 1980 ? 0.97 : 0.7,
  );
  const lot =
    home.acres === undefined
      ? []
      : [
          ...(home.acres >= 1 ? ["Acreage"] : []),
          ...(front.traits.yard === "xeriscape" ? ["Xeriscape"] : []),
          ...fromPerks(home, "LotFeatures"),
          ...random.sample(["Corner Lot", "Cul-De-Sac", "Level", "Landscaped"], 1),
        ];
  return {
    PropertyType: "Residential",
    PropertySubType: SUBTYPES[home.kind],
    BedroomsTotal: home.beds,
    BathroomsFull: home.fullBaths,
    ...(home.threeQuarterBaths > 0 && { BathroomsThreeQuarter: home.threeQuarterBaths }),
    ...(home.halfBaths > 0 && { BathroomsHalf: home.halfBaths }),
    BathroomsTotalInteger: baths,
    LivingArea: home.sqft,
    LivingAreaUnits: "Square Feet",
    ...(home.acres !== undefined && { LotSizeAcres: home.acres }),
    YearBuilt: home.year,
    Stories: home.stories,
    GarageSpaces: garage,
    ...associationOf(home),
    ConstructionMaterials: [MATERIALS[front.traits.material]],
    InteriorFeatures: interior,
    ExteriorFeatures: fromPerks(home, "ExteriorFeatures"),
    Appliances: appliances,
    Flooring: [...new Set([FLOORS[living.traits.floor], FLOORS[kitchen.traits.floor], "Carpet"])],
    Heating: [heating],
    Cooling: cooled ? ["Central Air"] : [],
    FireplaceFeatures: FIREPLACES[living.traits.fireplace],
    PoolFeatures: fromPerks(home, "PoolFeatures"),
    PatioAndPorchFeatures: fromPerks(home, "PatioAndPorchFeatures"),
    ParkingFeatures: [
      ...(garage > 0 ? ["Attached", "Garage"] : ["Driveway"]),
      ...fromPerks(home, "ParkingFeatures"),
    ],
    LotFeatures: lot,
    CommunityFeatures: fromPerks(home, "CommunityFeatures"),
    View: home.view ? [VIEWS[home.view]] : [],
    WaterfrontFeatures:
      home.water === "river" ? ["River Front"] : home.water === "lake" ? ["Lake Front"] : [],
  };
}
