import { features, type ListingTraits, propertyTypes } from "../../plain-words/index.ts";
import { inferDislikes, sortDislikes } from "./dislikes.ts";
import type { VisitorEvent } from "./events.ts";
import { evidenceOf, type ListingEvidence } from "./evidence.ts";
import { explicitCriteria } from "./explicit-criteria.ts";
import { inferFeatures } from "./features.ts";
import { sortEvents } from "./in-order.ts";
import { inferLocations } from "./locations.ts";
import type { InferredPreferences } from "./preferences.ts";
import { inferPrice } from "./price.ts";
import { inferPropertyTypes } from "./property-types.ts";
import { inferRooms } from "./rooms.ts";
import { sharesOf } from "./shares.ts";

/** What every home has: to look at such homes is to ask for nothing. */
const EVERY_HOME = { beds: 1, baths: 1 };
/** How usual a town is among what one comes across; nobody knows, but no town is half of the market. */
const USUAL_TOWN_SHARE = 0.2;

/**
 * What a visitor seems to want, found out from what they did (decisions.md: Visitors). Pure: the same events give the same answer,
 * in whatever order they are handed in. `traits` are those of listings, by id; events for any other listing are no evidence.
 * `cities` are those that listings have, as they spell them. Takes time in proportion to the events and never throws, whatever
 * the values of filters are.
 */
export function inferPreferences(
  events: VisitorEvent[],
  traits: ReadonlyMap<string, ListingTraits>,
  cities: readonly string[],
): InferredPreferences {
  const ordered = sortEvents(events);
  const evidence = evidenceOf(ordered, traits);
  const explicit = explicitCriteria(ordered, cities);
  const byFeature = sharesOf(evidence, (each) => each.features);
  const byPropertyType = sharesOf(evidence, ({ propertyType }) =>
    propertyType === null ? null : [propertyType],
  );

  const locations = inferLocations(evidence, explicit.cities, explicit.unwanted.cities);
  const wantedFeatures = inferFeatures(byFeature, explicit.features, explicit.unwanted.features);
  const wantedTypes = inferPropertyTypes(
    byPropertyType,
    explicit.property_types,
    explicit.unwanted.property_types,
  );
  return {
    price: inferPrice(evidence, explicit.price),
    bedrooms: inferRooms(evidence, "beds", explicit.bedrooms, EVERY_HOME.beds),
    bathrooms: inferRooms(evidence, "baths", explicit.bathrooms, EVERY_HOME.baths),
    locations,
    features: wantedFeatures,
    property_types: wantedTypes,
    negative: sortDislikes([
      ...inferDislikes(
        {
          type: "locations",
          shares: byTown(evidence),
          usualOf: () => USUAL_TOWN_SHARE,
          unwanted: explicit.unwanted.cities,
        },
        new Set(locations.map(({ value }) => value)),
      ),
      ...inferDislikes(
        {
          type: "features",
          shares: byFeature,
          usualOf: (key) => (Object.hasOwn(features, key) ? features[key]?.usual : undefined),
          unwanted: explicit.unwanted.features,
        },
        keysOf(wantedFeatures),
      ),
      ...inferDislikes(
        {
          type: "property_types",
          shares: byPropertyType,
          usualOf: (key) => (Object.hasOwn(propertyTypes, key) ? propertyTypes[key]?.usual : undefined),
          unwanted: explicit.unwanted.property_types,
        },
        keysOf(wantedTypes),
      ),
    ]),
  };
}

const byTown = (evidence: readonly ListingEvidence[]) =>
  sharesOf(evidence, ({ city }) => (city === null ? null : [city]));

const keysOf = (claims: readonly { key: string }[]) => new Set(claims.map(({ key }) => key));
