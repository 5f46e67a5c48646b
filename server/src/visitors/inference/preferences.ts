/** What a visitor seems to want, found out from what they have done. Confidence is 0 to 100, whole numbers. */
export type InferredPreferences = {
  /** US dollars; null is an open end. */
  price: { min: number | null; max: number | null; confidence: number } | null;
  bedrooms: { min: number; confidence: number } | null;
  bathrooms: { min: number; confidence: number } | null;
  /** Cities, as listings spell them; most certain first, as all lists here. */
  locations: { value: string; confidence: number }[];
  /** `value` is the key in words, such as `Swimming pool`. */
  features: { key: string; value: string; confidence: number }[];
  property_types: { key: string; value: string; confidence: number }[];
  /** What they turn away from: `type` as for preferences, `value` a key or a city. */
  negative: { type: "locations" | "features" | "property_types"; value: string; confidence: number }[];
};
