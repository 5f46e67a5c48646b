import type { PhotoAttribute } from "./attributes-of.ts";
import { attribute, type Category } from "./vocabulary/index.ts";

/** As the API shows it: the key is for machines, the label for people, the confidence from 0 to 1. */
export type PhotoFeature = {
  key: string;
  label: string;
  confidence: number;
  category: "material" | "feature" | "appliance";
};

const STATED = 0.9;
const LEAST = 0.3;

/** What the API calls features are things and what they are made of; a pool and a view are features too. */
const categories: Partial<Record<Category, PhotoFeature["category"]>> = {
  material: "material",
  feature: "feature",
  appliance: "appliance",
  nature: "feature",
  view: "feature",
};
/** Of the time of day and the year, not of the property. */
const PASSING = new Set(["dusk", "snow", "autumn", "sky"]);

/** The features among what is known of a photo, the surest first. What is hardly likely is left out. */
export function featuresAmong(attributes: Iterable<PhotoAttribute>): PhotoFeature[] {
  const found: PhotoFeature[] = [];
  for (const { name, strength, from } of attributes) {
    const { label, category } = attribute(name);
    const kind = categories[category];
    const confidence = Math.round(strength * (from === "measured" ? 1 : STATED) * 100) / 100;
    if (kind && !PASSING.has(name) && confidence >= LEAST)
      found.push({ key: name, label, confidence, category: kind });
  }
  return found.sort((a, b) => b.confidence - a.confidence || (a.key < b.key ? -1 : 1));
}
