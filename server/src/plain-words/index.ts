export { interpret, priceIn, type Reading, readWords } from "./interpret.ts";
export type { Denied, Filters, Interpretation, KnownPlaces } from "./interpretation.ts";
export { citiesIn, cityNamed } from "./places/cities-in.ts";
export { type PlaceIndex, placeIndex } from "./places/place-index.ts";
export { senses } from "./quantities/measures.ts";
export {
  featureOfEntry,
  featuresNamedIn,
  namedIn,
  propertyTypeNamed,
  saysAcres,
} from "./vocabulary/named-in.ts";
export { clausesOf, PhraseFinder } from "./vocabulary/phrase-finder.ts";
export { type DescribedListing, type ListingTraits, traitsOf } from "./vocabulary/traits-of.ts";
