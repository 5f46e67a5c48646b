import { listingFeatures as features, propertyTypes } from "../../models/index.ts";
import type { ListingTraits } from "../../plain-words/index.ts";
import { inferDislikes, sortDislikes } from "./dislikes.ts";
import type { InferredPreferences, VisitorEvent } from "./events.ts";
import { evidenceOf, type ListingEvidence } from "./evidence.ts";
import { explicitCriteria } from "./explicit-criteria.ts";
import { inferFeatures } from "./features.ts";
import { inferLocations } from "./locations.ts";
import { inferPrice } from "./price.ts";
import { inferPropertyTypes } from "./property-types.ts";
import { inferRooms } from "./rooms.ts";
import { sharesOf } from "./shares.ts";

/** Every home has at least these: viewing homes with one bedroom expresses no preference. */
const EVERY_HOME = { beds: 1, baths: 1 };
/**
 * Assumed share of a town among the listings that a visitor comes across. The true share is unknown; no town is half
 * of the market.
 */
const USUAL_TOWN_SHARE = 0.2;

/**
 * Infers a visitor's preferences from their events (decisions.md: Visitors). Pure: the same events give the same
 * result in whichever order they are passed. `traits` are those of listings by id; events for any other listing are
 * ignored. `cities` are the spellings that listings use. Runs in linear time and never throws, for any filter values.
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

/** Sorts by time, then by id: the order of arrival carries no information. An invalid time sorts first. */
export function sortEvents(events: readonly VisitorEvent[]): VisitorEvent[] {
  return events
    .map((event) => ({ event, time: event.occurredAt.getTime() || 0 }))
    .sort((a, b) => a.time - b.time || compare(a.event.id, b.event.id))
    .map(({ event }) => event);
}

/** Compares by code units: the order of a locale differs between machines. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
