import { isDeepStrictEqual } from "node:util";
import type { Preferences } from "./compose.ts";
import type { PreferenceType } from "./stated.ts";

/** One preference, as a change returns it. `key` is the one in the preference's path. */
export type FlatPreference = {
  type: PreferenceType;
  key: string;
  value?: string | number;
  min?: number | null;
  max?: number | null;
  confidence: number;
  source: "inferred" | "user_added";
  confirmed: boolean;
};

/** Lists every preference, rejected ones included, without dislikes. */
export function flatten({ price, bedrooms, bathrooms, ...lists }: Preferences): FlatPreference[] {
  return [
    ...(price ? [{ type: "price" as const, key: "price", ...price }] : []),
    ...(bedrooms ? [{ type: "bedrooms" as const, key: "bedrooms", ...bedrooms }] : []),
    ...(bathrooms ? [{ type: "bathrooms" as const, key: "bathrooms", ...bathrooms }] : []),
    ...lists.locations.map((place) => ({ type: "locations" as const, key: place.value, ...place })),
    ...lists.features.map((item) => ({ type: "features" as const, ...item })),
    ...lists.property_types.map((item) => ({ type: "property_types" as const, ...item })),
  ];
}

/** Lists new and changed preferences. Those that are gone are listed with confidence 0. */
export function changedPreferences(before: Preferences, after: Preferences): FlatPreference[] {
  const known = new Map(flatten(before).map((each) => [nameOf(each), each]));
  const changed = flatten(after).filter((each) => {
    const earlier = known.get(nameOf(each));
    known.delete(nameOf(each));
    return !isDeepStrictEqual(earlier, each);
  });
  return [...changed, ...[...known.values()].map((gone) => ({ ...gone, confidence: 0 }))];
}

function nameOf({ type, key }: FlatPreference): string {
  return `${type} ${key.toLowerCase()}`;
}

/** Agents are suggested from this many viewed properties and this average confidence on. */
const MIN_PROPERTIES = 3;
const MIN_AVERAGE_CONFIDENCE = 60;

/**
 * Whether enough is known about the visitor's preferences (decisions.md: Visitors). Rejected ones do not count in the
 * average.
 */
export function readiness(preferences: Preferences, propertiesViewed: number) {
  const certain = flatten(preferences).filter(({ confidence }) => confidence > 0);
  const sum = certain.reduce((total, { confidence }) => total + confidence, 0);
  const average = certain.length === 0 ? 0 : Math.round((sum / certain.length) * 10) / 10;
  return { ready: propertiesViewed >= MIN_PROPERTIES && average >= MIN_AVERAGE_CONFIDENCE, average };
}
