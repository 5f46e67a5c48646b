import type { Feature } from "../models.ts";
import { type Category, vocabulary } from "./photo-attributes/index.ts";

/** What a feature is called, for machines and for people. */
export type FeatureName = Omit<Feature, "confidence">;

/** What the API calls features are things and what they are made of; a pool and a view are features too. */
const categories: Partial<Record<Category, Feature["category"]>> = {
  material: "material",
  feature: "feature",
  appliance: "appliance",
  nature: "feature",
  view: "feature",
};
/** Of the time of day and the year, not of the property. */
const PASSING = new Set(["dusk", "snow", "autumn", "sky"]);

/** Every feature that models may name, by key: the same ones whoever reads the photos. */
export const photoFeatures: ReadonlyMap<string, FeatureName> = new Map(
  Object.entries(vocabulary).flatMap(([key, { label, category }]): [string, FeatureName][] => {
    const kind = categories[category];
    return kind && !PASSING.has(key) ? [[key, { key, label, category: kind }]] : [];
  }),
);

/** The features of these labels, as `photoFeatures` writes them, that are at least so likely; the surest first. */
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
