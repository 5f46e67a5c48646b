import type { Feature } from "../../models.ts";
import { inHundredths, photoFeatures, surestFirst } from "../../vocabulary/photo-features.ts";
import type { PhotoAttribute } from "./attributes-of.ts";

const STATED = 0.9;
const LEAST = 0.3;

/** The features among a photo's attributes, by descending confidence. Unlikely ones are left out. */
export function featuresAmong(attributes: Iterable<PhotoAttribute>): Feature[] {
  const found: Feature[] = [];
  for (const { name, strength, from } of attributes) {
    const feature = photoFeatures.get(name);
    const confidence = inHundredths(strength * (from === "measured" ? 1 : STATED));
    if (feature && confidence >= LEAST) found.push({ ...feature, confidence });
  }
  return found.sort(surestFirst);
}
