import { propertyTypes } from "../../models/index.ts";
import { confidenceOf, mostCertain } from "./confidence.ts";
import type { InferredPreferences } from "./events.ts";
import type { ExplicitCriteria } from "./explicit-criteria.ts";
import { type Shares, surprise } from "./shares.ts";

const MIN_SHARE = 0.35;
const MIN_LISTINGS = 3;
/**
 * The least surprise. Two thirds of all homes are houses, so preferring those takes more evidence than preferring
 * condos.
 */
const MIN_SURPRISE = 1.4;

/** Infers property types that draw the visitor more than chance would, and those the visitor asked for. */
export function inferPropertyTypes(
  shares: Shares,
  explicit: ExplicitCriteria["property_types"],
  unwanted: ExplicitCriteria["property_types"],
): InferredPreferences["property_types"] {
  const keys = new Set([...shares.of.keys(), ...explicit.keys()]);
  const claims = [...keys].flatMap((key) => {
    const known = Object.hasOwn(propertyTypes, key) ? propertyTypes[key] : undefined;
    if (!known) return [];
    const explicitWeight = explicit.get(key) ?? 0;
    const { interest = 0, liked = 0 } = shares.of.get(key) ?? {};
    const part = shares.interest > 0 ? interest / shares.interest : 0;
    const isShown =
      part >= MIN_SHARE &&
      liked >= MIN_LISTINGS &&
      surprise(part, known.usual, shares.listings) >= MIN_SURPRISE;
    if (explicitWeight === 0 && !isShown) return [];
    const against = shares.interest - interest + (unwanted.get(key) ?? 0);
    return [{ key, value: known.label, confidence: confidenceOf(interest + explicitWeight, against) }];
  });
  return mostCertain(claims, ({ key }) => key);
}
