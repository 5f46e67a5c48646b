import type { Feature } from "../models.ts";
import { type Category, vocabulary } from "./photo-attributes/index.ts";

/** The key, label and category of a feature. */
export type FeatureName = Omit<Feature, "confidence" | "from">;

/** Features in the API are things and materials, and also a pool or a view. */
const categories: Partial<Record<Category, Feature["category"]>> = {
  material: "material",
  feature: "feature",
  appliance: "appliance",
  nature: "feature",
  view: "feature",
};
/** Attributes of the time of day or year, not of the property. */
const PASSING = new Set(["dusk", "snow", "autumn", "sky"]);

/** Every feature that models may return, by key; the same for all providers. */
export const photoFeatures: ReadonlyMap<string, FeatureName> = new Map(
  Object.entries(vocabulary).flatMap(([key, { label, category }]): [string, FeatureName][] => {
    const kind = categories[category];
    return kind && !PASSING.has(key) ? [[key, { key, label, category: kind }]] : [];
  }),
);

/** The features with these labels of `photoFeatures` and at least this confidence, in descending order. */
export function featuresOf(
  labels: readonly { label: string; confidence: number }[],
  { least, most }: { least: number; most: number },
): Feature[] {
  return labels
    .flatMap(({ label, confidence }): Feature[] => {
      const feature = byLabel.get(label);
      return feature && confidence >= least ? [{ ...feature, confidence: inHundredths(confidence) }] : [];
    })
    .sort(surestFirst)
    .slice(0, most);
}

const byLabel = new Map([...photoFeatures.values()].map((feature) => [feature.label, feature]));

export function surestFirst(one: Feature, other: Feature): number {
  return other.confidence - one.confidence || (one.key < other.key ? -1 : 1);
}

export function inHundredths(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
