import {
  clausesOf,
  findCities,
  findNamedTraits,
  mentionsAcreage,
  type PlaceIndex,
} from "../../plain-words/index.ts";
import { type PriceLevel, priceLevelsIn } from "./price-level.ts";

/** The part of an agent's profile that is compared with wishes. */
export type MatchableAgent = { id: number; name: string; specialties: readonly string[]; bio: string | null };

/** The comparable topics that one text of an agent names. */
export type TextTopics = {
  locations: ReadonlySet<string>;
  features: ReadonlySet<string>;
  property_types: ReadonlySet<string>;
  price: ReadonlySet<PriceLevel>;
};

/** Longer biographies are truncated. */
const MAX_BIO_CHARACTERS = 3_000;

/** Extracts the topics of a text. `cities` are only those that the visitor's wishes name. */
export function topicsOf(text: string, cities: PlaceIndex): TextTopics {
  const clauses = clausesOf(text.slice(0, MAX_BIO_CHARACTERS));
  const places = findCities(clauses, cities);
  const { features, propertyTypes } = findNamedTraits(clauses, places.positions);
  return {
    locations: new Set(places.wanted),
    features: new Set(
      mentionsAcreage(text.slice(0, MAX_BIO_CHARACTERS)) ? [...features, "acreage"] : features,
    ),
    property_types: new Set(propertyTypes),
    price: new Set(priceLevelsIn(text.slice(0, MAX_BIO_CHARACTERS))),
  };
}
