import { propertyTypes } from "../../models/index.ts";
import type { Asked } from "./asked.ts";
import { confidenceOf, mostCertain } from "./confidence.ts";
import type { InferredPreferences } from "./preferences.ts";
import { type Shares, surprise } from "./shares.ts";

const SHARE = 0.35;
const FEWEST_LISTINGS = 3;
/** Three looks at condos are no chance, but two thirds of all homes are houses: that takes more. */
const SURPRISING = 1.4;

/** Kinds of property that draw somebody more than chance would, and those they have asked for. */
export function inferKinds(
  shares: Shares,
  asked: Asked["property_types"],
  unwanted: Asked["property_types"],
): InferredPreferences["property_types"] {
  const keys = new Set([...shares.of.keys(), ...asked.keys()]);
  const claims = [...keys].flatMap((key) => {
    const known = Object.hasOwn(propertyTypes, key) ? propertyTypes[key] : undefined;
    if (!known) return [];
    const said = asked.get(key) ?? 0;
    const { interest = 0, liked = 0 } = shares.of.get(key) ?? {};
    const part = shares.interest > 0 ? interest / shares.interest : 0;
    const shown =
      part >= SHARE && liked >= FEWEST_LISTINGS && surprise(part, known.usual, shares.listings) >= SURPRISING;
    if (said === 0 && !shown) return [];
    const against = shares.interest - interest + (unwanted.get(key) ?? 0);
    return [{ key, value: known.label, confidence: confidenceOf(interest + said, against) }];
  });
  return mostCertain(claims, ({ key }) => key);
}
