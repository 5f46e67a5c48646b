import { seeded } from "../synthetic-listings.ts";
import { streetAddress } from "../synthetic-names.ts";

const ADJECTIVES =
  "bright,quiet,updated,charming,modern,rustic,spacious,cozy,elegant,sunny,private,classic".split(",");
const THINGS =
  "kitchen,workshop,garden,deck,barn,studio,office,basement,loft,patio,orchard,library,fireplace,pasture,greenhouse,sunroom,pantry,porch,garage,view".split(
    ",",
  );
const PLACES =
  "the foothills,downtown,the river,a park,good schools,the greenbelt,a golf course,the farmers market,hiking trails,the lake,a coffee shop,the airport".split(
    ",",
  );
const DETAILS =
  "quartz counters,oak floors,new windows,a tile roof,solar panels,vaulted ceilings,a soaking tub,raised beds,a fire pit,built-in shelves,heated floors,a wood stove,a covered porch,room for an RV,mature fruit trees,a fenced yard,mountain views,a walk-in closet".split(
    ",",
  );
const FEATURES = [
  "Pool",
  "Shop",
  "Fireplace",
  "Barn",
  "RV Parking",
  "Fenced",
  "Deck",
  "Garden",
  "Hot Tub",
  "Den/Office",
];
const CITIES = "Boise,Meridian,Nampa,Eagle,Kuna,Star,Caldwell,Emmett,Middleton,Garden City".split(",");

/** RESO records whose remarks differ as those of a market do: the same in every run. */
export function* describedFeed(count: number): Generator<object> {
  const random = seeded(2027);
  const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)] as string;
  const sentence = [
    () =>
      `A ${pick(ADJECTIVES)} home near ${pick(PLACES)} with a ${pick(ADJECTIVES)} ${pick(THINGS)} and ${pick(DETAILS)}.`,
    () =>
      `The ${pick(THINGS)} has ${pick(DETAILS)} and ${pick(DETAILS)}, built in ${1990 + Math.floor(random() * 36)}.`,
    () => `Enjoy ${pick(DETAILS)}, ${pick(DETAILS)} and a ${pick(THINGS)} that looks to ${pick(PLACES)}.`,
    () =>
      `Minutes from ${pick(PLACES)} and ${pick(PLACES)}, yet ${pick(ADJECTIVES)} and ${pick(ADJECTIVES)}.`,
  ];
  for (let nth = 0; nth < count; nth++) {
    const changed = new Date(Date.UTC(2026, 4, 1) + Math.floor(random() * 4e9)).toISOString();
    yield {
      ListingKey: `described-${nth}`,
      ListingId: `D${nth}`,
      ModificationTimestamp: changed,
      StandardStatus: random() < 0.8 ? "Active" : "Pending",
      PropertyType: "Residential",
      PropertySubType: "SingleFamilyResidence",
      ListPrice: 100_000 + Math.floor(random() * random() * 1_900) * 1000,
      BedroomsTotal: 1 + Math.floor(random() * 6),
      BathroomsFull: 1 + Math.floor(random() * 3),
      LivingArea: 500 + Math.floor(random() * 4500),
      LotSizeAcres: Math.round(random() * 200) / 100,
      YearBuilt: 1900 + Math.floor(random() * 126),
      Stories: 1 + Math.floor(random() * 2),
      GarageSpaces: Math.floor(random() * 4),
      UnparsedAddress: streetAddress(nth + 1),
      City: pick(CITIES),
      StateOrProvince: "ID",
      PostalCode: String(83_600 + Math.floor(random() * 40)),
      CountyOrParish: random() < 0.5 ? "Ada" : "Canyon",
      Latitude: 43.2 + random() * 0.8,
      Longitude: -116.8 + random() * 0.9,
      ListingContractDate: changed.slice(0, 10),
      PublicRemarks: Array.from({ length: 7 }, (_, at) => (sentence[at % 4] as () => string)()).join(" "),
      InteriorFeatures: FEATURES.filter(() => random() < 0.15),
    };
  }
}

/** Queries of several words, each different from the others: the same in every run. */
export function* describedQueries(): Generator<string> {
  const random = seeded(4077);
  const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)] as string;
  for (;;) {
    yield `${pick(ADJECTIVES)} home with ${pick(DETAILS)} near ${pick(PLACES)}`;
    yield `${pick(ADJECTIVES)} ${pick(THINGS)} and ${pick(DETAILS)} in ${pick(CITIES)}`;
    yield `somewhere ${pick(ADJECTIVES)} to ${pick(["paint", "garden", "read", "raise chickens", "fix cars"])}, ${pick(DETAILS)}, ${pick(THINGS)}`;
    yield `${2 + Math.floor(random() * 3)} bedrooms under ${300 + Math.floor(random() * 600)}k with ${pick(DETAILS)}, no hot tub`;
  }
}
