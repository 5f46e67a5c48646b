import type { DescribedListing } from "../../listings/index.ts";

/** What kinds of property are called, and what for, by those who look for one: by RESO's PropertySubType. */
const KINDS: Record<string, string> = {
  Condominium: "Condo, apartment: low-maintenance living without yard work.",
  Townhouse: "Townhome: low maintenance, hardly any yard work.",
  "Manufactured Home": "Mobile home, manufactured home.",
  Duplex: "Duplex, multi-family: rental property, investment income from tenants.",
  Triplex: "Triplex, multi-family: rental property, investment income from tenants.",
  Quadruplex: "Fourplex, multi-family: rental property, investment income from tenants.",
  Retail:
    "Shop, store, storefront: retail space for a business such as a restaurant, a cafe, a bakery or a salon.",
  Office: "Professional offices, a practice or a firm.",
  Warehouse: "Industrial building, storage, workshop space for trades such as auto repair.",
  Industrial: "Industrial building, storage, workshop space for trades such as auto repair.",
  Agriculture: "Farm ground, fields for crops.",
  "Unimproved Land": "Vacant building lot, empty land to build a home on.",
  Acreage: "Vacant land, a parcel to build a home on.",
};

/** What features are good for, in the words of those who want them. */
const GOOD_FOR: Record<string, string> = {
  horse_property: "Room for horses, cattle, cows, goats and other livestock.",
  barn: "A barn for animals, hay and a tractor.",
  shop: "A workshop to work on cars, for woodworking and projects.",
  rv_parking: "RV parking for a motor home or a trailer.",
  ev_charger: "Charges an electric car at home.",
  fire_pit: "Sit around the fire outside at night.",
  patio: "Outdoor space for parties.",
  deck: "Outdoor space for barbecues.",
  fenced_yard: "Fenced for dogs and kids.",
  home_office: "A study or office to work from home.",
  bonus_room: "Extra room for guests or for kids to play.",
  finished_basement: "Space downstairs for guests.",
  guest_quarters: "A place of their own for parents or guests.",
  primary_on_main: "Master bedroom on the main floor.",
  vaulted_ceilings: "High ceilings.",
  garden: "Grow vegetables.",
  golf_course: "On the fairway.",
  updated: "Remodeled, renovated, the work is done.",
  new_roof: "The roof was recently replaced.",
  fixer_upper: "Run down, needs work, to fix up.",
};

/** The listing's kind in other words; empty where it has none. */
export function kindInWords({ property_subtype }: DescribedListing): string {
  return KINDS[property_subtype ?? ""] ?? "";
}

/** On which water it lies, and what people do there. */
export function waterInWords({ features }: DescribedListing): string {
  const fronts = features.filter((entry) => /\bfront|waterfront/i.test(entry)).join(" ");
  if (/river|creek|stream/i.test(fronts)) return "On the river: riverfront, fishing and fly fishing.";
  if (/lake|pond/i.test(fronts)) return "On the lake: lakefront, lake house, beach and boating.";
  return /water/i.test(fronts) ? "On the water: waterfront, beach, shore." : "";
}

/** What its features are good for, a sentence each. */
export function goodFor(keys: readonly string[]): string[] {
  return keys.flatMap((key) => GOOD_FOR[key] ?? []);
}
