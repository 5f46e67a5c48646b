import { listingFeatures as features, propertyTypes } from "../../models/index.ts";
import type { Wish } from "./wish.ts";

/** How much it matters of an agent that they suit wishes of a type. Rooms are not there: no agent specialises in bathrooms. */
export const groupWeights = { locations: 1, features: 1, property_types: 0.8, price: 0.5 } as const;

export type Group = keyof typeof groupWeights;

export function isCompared(wish: Wish): wish is Wish & { type: Group } {
  return wish.type in groupWeights && wish.confidence > 0;
}

/** 0 to 1: how sure the wish is, and how far it tells one agent from another: every agent sells homes with garages. */
export function weightOf({ type, key, confidence }: Wish): number {
  return (Math.min(100, confidence) / 100) * (1 - usualOf(type, key));
}

/** The share of homes with what the wish names, where the vocabulary knows it. */
export function usualOf(type: Wish["type"], key: string): number {
  if (type === "features" && Object.hasOwn(features, key)) return features[key]?.usual ?? 0;
  // Two houses of three are single-family homes, and whoever sells homes sells those; the root brings that near 1.
  if (type === "property_types" && Object.hasOwn(propertyTypes, key))
    return Math.sqrt(propertyTypes[key]?.usual ?? 0);
  return 0;
}
