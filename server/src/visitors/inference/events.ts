/** How a visitor viewed a listing. Every field is optional: pages send what they measure. */
export type Engagement = {
  time_seconds?: number;
  /** 0 to 100. */
  scroll_percent?: number;
  photos_viewed?: number;
  used_calculator?: boolean;
  downloaded_pdf?: boolean;
};

/** An action of a visitor (SPEC: Behavioural event types). */
export type Behaviour =
  | { type: "property_view"; listing_id: string; engagement?: Engagement }
  | {
      type: "photo_engagement";
      listing_id: string;
      photo_index: number;
      dwell_ms: number;
      zoomed?: boolean;
    }
  | { type: "filter_change"; filter: string; value: unknown }
  | { type: "search_query"; query: string }
  | { type: "favorite_added" | "favorite_removed"; listing_id: string };

/** A stored event. Ids are unique within a session and order events with equal timestamps. */
export type VisitorEvent = Behaviour & { id: string; occurredAt: Date };

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
