/** Preferences inferred from events. Confidence is a whole number from 0 to 100. */
export type InferredPreferences = {
  /** US dollars; null is an open end. */
  price: { min: number | null; max: number | null; confidence: number } | null;
  bedrooms: { min: number; confidence: number } | null;
  bathrooms: { min: number; confidence: number } | null;
  /** Cities as listings spell them. All lists here are sorted by confidence, highest first. */
  locations: { value: string; confidence: number }[];
  /** `value` is the label of the key, such as `Swimming pool`. */
  features: { key: string; value: string; confidence: number }[];
  property_types: { key: string; value: string; confidence: number }[];
  /** Dislikes; `value` is a key or a city. */
  negative: { type: "locations" | "features" | "property_types"; value: string; confidence: number }[];
};
