import { features } from "./features.ts";
import { homes } from "./homes.ts";
import { people } from "./people.ts";
import { places } from "./places.ts";
import { trade } from "./trade.ts";

/**
 * Synonyms in searches for a home or an agent: a concept and its words. A word may belong to several concepts.
 * Inflections need no entries, because stems are compared.
 */
export const thesaurus: Record<string, string> = { ...people, ...places, ...homes, ...features, ...trade };

/**
 * Phrases in which a concept's word means something else. They are longer, so they match first, and name no concept.
 */
export const misleading = `senior agent, senior broker, senior associate, senior partner, senior vice president, senior
  director, senior realtor, senior advisor, army of, navy blue, navy cabinets, mountain time, mountain standard time,
  contact information, land a deal, land your, home base, customer base, client base, data base, light fixtures, light
  fixture, ranch dressing, school of thought, view listings, view more, view all, dream big, big picture, market value
  of time, title of, golden rule, no obligation, fire sale, marine drive, army drive, lake city bank, star rated,
  a lot, a lot of, lots of, stone cold, flat rate, country wide, capital city, lease of life, bar exam, state bar, pool of,
  pool table, talent pool, spring market, house hunting tips`;

/** Related concepts with a strength (0 to 1): a query for one also matches the other a little. */
export const neighbours: [string, string, number][] = [
  ["condo", "townhouse", 0.4],
  ["condo", "urban", 0.4],
  ["condo", "low_maintenance", 0.3],
  ["townhouse", "low_maintenance", 0.3],
  ["senior_housing", "single_level", 0.4],
  ["senior_housing", "low_maintenance", 0.3],
  ["senior_housing", "accessibility", 0.3],
  ["senior_housing", "downsizing", 0.5],
  ["accessibility", "single_level", 0.5],
  ["acreage", "rural", 0.5],
  ["acreage", "equestrian", 0.4],
  ["acreage", "farming", 0.4],
  ["acreage", "building_lot", 0.3],
  ["rural", "quiet", 0.3],
  ["rural", "farming", 0.3],
  ["equestrian", "farming", 0.3],
  ["off_grid", "rural", 0.4],
  ["mountain", "cabin", 0.4],
  ["mountain", "ski", 0.4],
  ["mountain", "views", 0.3],
  ["cabin", "vacation_home", 0.5],
  ["vacation_home", "short_term_rental", 0.4],
  ["vacation_home", "waterfront", 0.2],
  ["waterfront", "views", 0.2],
  ["investors", "short_term_rental", 0.4],
  ["investors", "multifamily", 0.5],
  ["investors", "flippers", 0.4],
  ["investors", "property_management", 0.4],
  ["investors", "distressed", 0.2],
  ["flippers", "distressed", 0.4],
  ["multifamily", "renting", 0.3],
  ["renting", "property_management", 0.4],
  ["new_construction", "building_lot", 0.4],
  ["military", "relocation", 0.3],
  ["military", "first_responders", 0.2],
  ["first_time_buyer", "affordable", 0.3],
  ["first_time_buyer", "financing", 0.3],
  ["first_time_buyer", "buyer_representation", 0.3],
  ["luxury", "gated", 0.3],
  ["luxury", "golf", 0.2],
  ["spanish", "languages", 0.4],
  ["probate", "listing_representation", 0.2],
  ["outdoors", "mountain", 0.3],
  ["outdoors", "parks", 0.3],
  ["outdoors", "rv_parking", 0.2],
  ["green_home", "off_grid", 0.4],
  ["renovated", "move_in_ready", 0.5],
  ["garage", "shop", 0.3],
  ["garage", "rv_parking", 0.3],
  ["garden", "yard", 0.5],
  ["entertaining", "outdoor_living", 0.4],
  ["pool", "spa", 0.3],
  ["pool", "outdoor_living", 0.2],
  ["spacious", "open_plan", 0.3],
  ["modern", "smart_home", 0.2],
  ["farmhouse", "rural", 0.3],
  ["historic", "bungalow", 0.3],
  ["bungalow", "single_level", 0.3],
  ["urban", "transit", 0.3],
  ["urban", "shopping", 0.3],
  ["manufactured", "affordable", 0.3],
  ["pets", "yard", 0.3],
  ["caring", "responsive", 0.2],
  ["marketing", "listing_representation", 0.3],
  ["appraisal", "listing_representation", 0.3],
  ["commercial", "investors", 0.3],
];
