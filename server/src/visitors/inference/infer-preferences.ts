import { listingFeatures as features, propertyTypes } from "../../models/index.ts";
import type { ListingTraits } from "../../plain-words/index.ts";
import { askedBy } from "./asked.ts";
import { inferDislikes, mostDisliked } from "./dislikes.ts";
import type { VisitorEvent } from "./events.ts";
import { evidenceOf, type ListingEvidence } from "./evidence.ts";
import { inferFeatures } from "./features.ts";
import { inOrder } from "./in-order.ts";
import { inferKinds } from "./kinds.ts";
import { inferPlaces } from "./places.ts";
import type { InferredPreferences } from "./preferences.ts";
import { inferPrice } from "./price.ts";
import { inferRooms } from "./rooms.ts";
import { sharesOf } from "./shares.ts";

/** What every home has: to look at such homes is to ask for nothing. */
const EVERY_HOME = { beds: 1, baths: 1 };
/** How usual a town is among what one comes across; nobody knows, but no town is half of the market. */
const USUAL_TOWN = 0.2;

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
  const ordered = inOrder(events);
  const evidence = evidenceOf(ordered, traits);
  const asked = askedBy(ordered, cities);
  const byFeature = sharesOf(evidence, (each) => each.features);
  const byKind = sharesOf(evidence, ({ propertyType }) => (propertyType === null ? null : [propertyType]));

  const locations = inferPlaces(evidence, asked.cities, asked.unwanted.cities);
  const wantedFeatures = inferFeatures(byFeature, asked.features, asked.unwanted.features);
  const kinds = inferKinds(byKind, asked.property_types, asked.unwanted.property_types);
  return {
    price: inferPrice(evidence, asked.price),
    bedrooms: inferRooms(evidence, "beds", asked.bedrooms, EVERY_HOME.beds),
    bathrooms: inferRooms(evidence, "baths", asked.bathrooms, EVERY_HOME.baths),
    locations,
    features: wantedFeatures,
    property_types: kinds,
    negative: mostDisliked([
      ...inferDislikes(
        {
          type: "locations",
          shares: byTown(evidence),
          usualOf: () => USUAL_TOWN,
          unwanted: asked.unwanted.cities,
        },
        new Set(locations.map(({ value }) => value)),
      ),
      ...inferDislikes(
        {
          type: "features",
          shares: byFeature,
          usualOf: (key) => (Object.hasOwn(features, key) ? features[key]?.usual : undefined),
          unwanted: asked.unwanted.features,
        },
        keysOf(wantedFeatures),
      ),
      ...inferDislikes(
        {
          type: "property_types",
          shares: byKind,
          usualOf: (key) => (Object.hasOwn(propertyTypes, key) ? propertyTypes[key]?.usual : undefined),
          unwanted: asked.unwanted.property_types,
        },
        keysOf(kinds),
      ),
    ]),
  };
}

const byTown = (evidence: readonly ListingEvidence[]) =>
  sharesOf(evidence, ({ city }) => (city === null ? null : [city]));

const keysOf = (claims: readonly { key: string }[]) => new Set(claims.map(({ key }) => key));
