import { listingFeatures as features, propertyTypes } from "../../models/index.ts";
import type { Wish } from "./match-criteria.ts";

/** How much each type of wish matters in an agent. Rooms are left out: agents do not specialize in bathrooms. */
export const groupWeights = { locations: 1, features: 1, property_types: 0.8, price: 0.5 } as const;

export type Group = keyof typeof groupWeights;

export function isCompared(wish: Wish): wish is Wish & { type: Group } {
  return wish.type in groupWeights && wish.confidence > 0;
}

/** A weight of 0 to 1: the confidence of the wish, lowered for what most agents offer, such as homes with garages. */
export function weightOf({ type, key, confidence }: Wish): number {
  return (Math.min(100, confidence) / 100) * (1 - usualOf(type, key));
}

/** The share of homes that have what the wish names, where the vocabulary has it. */
export function usualOf(type: Wish["type"], key: string): number {
  if (type === "features" && Object.hasOwn(features, key)) return features[key]?.usual ?? 0;
  // Two thirds of homes are single-family homes, which every agent sells. The square root brings that share near 1.
  if (type === "property_types" && Object.hasOwn(propertyTypes, key))
    return Math.sqrt(propertyTypes[key]?.usual ?? 0);
  return 0;
}
