import type { FeatureSource } from "../../models/index.ts";
import type { AddedFeature, PhotoLabels } from "./labels-of-photos.sql.ts";

/** A feature of a photo as the API shows it (SPEC: Image, feature and index records). */
export type PhotoFeature = {
  key: string;
  label: string;
  confidence: number;
  category: string;
  /** Only of features by the builtin models. */
  from?: FeatureSource;
  /** Only of a manually added feature. */
  feature_id?: string;
  manually_added: boolean;
};

/** Manually added features first, then the enrichment's, each key once. */
export function featuresOf({ added, features }: Pick<PhotoLabels, "added" | "features">): PhotoFeature[] {
  const byHand = added.filter(isFirstOfKey).map(addedFeature);
  const keys = new Set(byHand.map(({ key }) => key));
  const seen = features
    .filter(({ key }) => !keys.has(key))
    .map(({ key, label, confidence, category, from }) => ({
      key,
      label,
      confidence,
      category,
      ...(from && { from }),
      manually_added: false,
    }));
  return [...byHand, ...seen];
}

function isFirstOfKey({ key }: AddedFeature, index: number, added: readonly AddedFeature[]): boolean {
  return added.findIndex((other) => other.key === key) === index;
}

export function addedFeature({ id, key, label, category }: AddedFeature) {
  return { key, label, confidence: 1, category, feature_id: String(id), manually_added: true };
}
