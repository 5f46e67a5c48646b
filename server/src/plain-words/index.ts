export { interpret, interpretStarted, priceIn, type QueryReading, readQuery } from "./interpret.ts";
export type {
  ComparedAs,
  Denied,
  Filters,
  Interpretation,
  KnownPlaces,
  ListingStatus,
  NotApplied,
  StatedPiece,
} from "./interpretation.ts";
export { cityByName, findCities } from "./places/find-cities.ts";
export { type PlaceIndex, placeIndex } from "./places/place-index.ts";
export { measureLimits } from "./quantities/measures.ts";
export { isWrittenAsPlace, type StartedReading, startReading } from "./start-reading.ts";
export { isStatedByFilter } from "./stated-pieces.ts";
export { NO_LISTING_HAS_IT } from "./unknown-words.ts";
export { type DescribedListing, extractTraits, type ListingTraits } from "./vocabulary/extract-traits.ts";
export {
  featureByEntry,
  findFeatures,
  findNamedTraits,
  mentionsAcreage,
  propertyTypeByName,
} from "./vocabulary/named-traits.ts";
export { clausesOf, PhraseFinder } from "./vocabulary/phrase-finder.ts";
