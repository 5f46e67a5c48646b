import { citiesIn, clausesOf, namedIn, type PlaceIndex, saysAcres } from "../../plain-words/index.ts";
import { type PriceLevel, priceLevelsIn } from "./price-level.ts";

/** An agent as they present themselves. */
export type MatchableAgent = { id: number; name: string; specialties: readonly string[]; bio: string | null };

/** What one text of an agent names, of what can be compared. */
export type TextTopics = {
  locations: ReadonlySet<string>;
  features: ReadonlySet<string>;
  property_types: ReadonlySet<string>;
  price: ReadonlySet<PriceLevel>;
};

/** What is read of a biography; whoever writes more has said what matters. */
const MAX_BIO_CHARACTERS = 3_000;

/** `cities` are those that the visitor's wishes name: the others decide nothing. */
export function topicsOf(text: string, cities: PlaceIndex): TextTopics {
  const clauses = clausesOf(text.slice(0, MAX_BIO_CHARACTERS));
  const places = citiesIn(clauses, cities);
  const { features, propertyTypes } = namedIn(clauses, places.positions);
  return {
    locations: new Set(places.wanted),
    features: new Set(saysAcres(text.slice(0, MAX_BIO_CHARACTERS)) ? [...features, "acreage"] : features),
    property_types: new Set(propertyTypes),
    price: new Set(priceLevelsIn(text.slice(0, MAX_BIO_CHARACTERS))),
  };
}
