import type { DescribedListing } from "../../listings/index.ts";

/** The words that buyers use for kinds of property, by RESO's PropertySubType. */
const SUBTYPE_WORDS: Record<string, string> = {
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

/** The uses of features, in buyers' words, by feature key. */
const FEATURE_USES: Record<string, string> = {
  horse_property: "Room for horses, cattle, cows, goats and other livestock.",
  barn: "A barn for animals, hay and a tractor.",
  shop: "A workshop to work on cars, for woodworking and projects.",
  rv_parking: "RV parking for a motor home or a trailer.",
  ev_charger: "Charges an electric car at home.",
  fire_pit: "Sit around the fire outside at night.",
  patio: "Outdoor space for parties.",
  deck: "Outdoor space for barbecues.",
  fenced_yard: "Fenced for dogs and for play.",
  home_office: "A study or office to work from home.",
  bonus_room: "Extra room for guests or to play.",
  finished_basement: "Space downstairs for guests.",
  guest_quarters: "Separate quarters for parents or guests.",
  primary_on_main: "Master bedroom on the main floor.",
  vaulted_ceilings: "High ceilings.",
  garden: "Grow vegetables.",
  golf_course: "On the fairway.",
  updated: "Remodeled, renovated, the work is done.",
  new_roof: "The roof was recently replaced.",
  fixer_upper: "Run down, needs work, to fix up.",
};

/** Synonyms of the listing's subtype; empty without any. */
export function subtypeWords({ property_subtype }: DescribedListing): string {
  return SUBTYPE_WORDS[property_subtype ?? ""] ?? "";
}

/** The kind of waterfront, and its uses; empty without one. */
export function waterfrontWords({ features }: DescribedListing): string {
  const fronts = features.filter((entry) => /\bfront|waterfront/i.test(entry)).join(" ");
  if (/river|creek|stream/i.test(fronts)) return "On the river: riverfront, fishing and fly fishing.";
  if (/lake|pond/i.test(fronts)) return "On the lake: lakefront, lake house, beach and boating.";
  return /water/i.test(fronts) ? "On the water: waterfront, beach, shore." : "";
}

/** The uses of features, a sentence each. */
export function featureUses(keys: readonly string[]): string[] {
  return keys.flatMap((key) => FEATURE_USES[key] ?? []);
}
